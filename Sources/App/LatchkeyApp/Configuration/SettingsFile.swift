import Encodings
import FoundationEssentials

/// The settings in a file: JSON, YAML, or a property list in XML or binary.
struct SettingsFile: Sendable {
    let layer: SettingsLayer
    let errors: [SettingError]

    /// Reads a file.
    ///
    /// - Throws: An error of the setting that named the file (`origin`), if the file as a whole can't be used.
    init(path: String, origin: String, reader: FileReader) throws(SettingError) {
        var values: [String: RawValue] = [:]
        var errors: [SettingError] = []
        for (name, value) in try Self.read(path, origin, reader).sorted(by: { $0.key < $1.key }) {
            if let row = Settings.row(named: name) {
                values[row.name] = value
            } else {
                errors.append(.unknown(name, among: Settings.shown.map(\.name), from: path))
            }
        }
        layer = SettingsLayer(source: .file(path), values: values)
        self.errors = errors
    }

    private static func read(_ path: String, _ origin: String, _ reader: FileReader) throws(SettingError) -> [String:
        RawValue]
    {
        do throws(UnreadableFileError) {
            switch path.lowercased() {
            case let name where name.hasSuffix(".json"): return try json(try reader.text(path))
            case let name where name.hasSuffix(".yaml") || name.hasSuffix(".yml"):
                return try YAMLValues.read(try reader.text(path))
            case let name where name.hasSuffix(".plist"): return try propertyList(try reader.read(path))
            default:
                throw UnreadableFileError(reason: "must end in .json, .yaml or .plist, which says how it is written")
            }
        } catch {
            throw SettingError(origin, error.sentence(path))
        }
    }

    private static func json(_ text: String) throws(UnreadableFileError) -> [String: RawValue] {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            let reason =
                switch error {
                case .malformed(let line): "is no valid JSON at line \(line)"
                case .duplicateName(let name): "has \(name) twice"
                case .loneSurrogate(let line): "has an escape of half a character at line \(line)"
                }
            throw UnreadableFileError(reason: reason)
        }
        guard let object = value.object else { throw UnreadableFileError(reason: "is no JSON object") }
        return RawValue.table(object)
    }

    private static func propertyList(_ bytes: [UInt8]) throws(UnreadableFileError) -> [String: RawValue] {
        guard let values = try? PropertyListDecoder().decode([String: PropertyListValue].self, from: Data(bytes)) else {
            throw UnreadableFileError(reason: "is no valid property list of names with values")
        }
        return values.mapValues(\.raw)
    }
}

/// A value in a property list.
private struct PropertyListValue: Decodable {
    let raw: RawValue

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            raw = Self.list(&list)
        } else if let value = try? decoder.singleValueContainer() {
            raw = Self.scalar(value).map(RawValue.text) ?? .unusable("a dictionary or the like")
        } else {
            raw = .unusable("a dictionary or the like")
        }
    }

    private static func scalar(_ value: any SingleValueDecodingContainer) -> String? {
        if let text = try? value.decode(String.self) { return text }
        if let boolean = try? value.decode(Bool.self) { return String(boolean) }
        if let number = try? value.decode(Int.self) { return String(number) }
        if let number = try? value.decode(Double.self) { return String(number) }
        return nil
    }

    private static func list(_ container: inout any UnkeyedDecodingContainer) -> RawValue {
        var (texts, tables, count) = ([String](), [[String: RawValue]](), 0)
        while !container.isAtEnd {
            count += 1
            if let table = try? container.decode([String: PropertyListValue].self) {
                tables.append(table.mapValues(\.raw))
            } else if let value = try? container.decode(PropertyListValue.self), case .text(let text) = value.raw {
                texts.append(text)
            } else {
                return .unusable("a list of more than texts and numbers")
            }
        }
        return RawValue(texts: texts, tables: tables, of: count)
    }
}
