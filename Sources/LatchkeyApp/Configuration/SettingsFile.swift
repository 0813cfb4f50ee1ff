import Encodings
import FoundationEssentials

/// The settings that a file holds: JSON, YAML, or a property list in XML or binary.
struct SettingsFile: Sendable {
    let layer: SettingsLayer
    let faults: [SettingFault]

    /// Reads a file.
    ///
    /// - Throws: A fault of the setting that named the file (`origin`), where the file as a whole can't be used.
    init(path: String, origin: String, reader: FileReader) throws(SettingFault) {
        var values: [SettingName: RawValue] = [:]
        var faults: [SettingFault] = []
        for (name, value) in try Self.read(path, origin, reader).sorted(by: { $0.key < $1.key }) {
            if let name = SettingName(rawValue: name) {
                values[name] = value
            } else {
                faults.append(.unknown(name, among: SettingsTable.shown.map(\.name.rawValue), from: path))
            }
        }
        layer = SettingsLayer(source: .file(path), values: values)
        self.faults = faults
    }

    private static func read(_ path: String, _ origin: String, _ reader: FileReader) throws(SettingFault) -> [String:
        RawValue]
    {
        do {
            switch path.lowercased() {
            case let name where name.hasSuffix(".json"): return try json(try reader.text(path))
            case let name where name.hasSuffix(".yaml") || name.hasSuffix(".yml"):
                return try YAMLValues.read(try reader.text(path))
            case let name where name.hasSuffix(".plist"): return try propertyList(try reader.read(path))
            default: throw FileReader.Fault(reason: "must end in .json, .yaml or .plist, which says how it is written")
            }
        } catch let fault as FileReader.Fault {
            throw SettingFault(origin, "\(path) \(fault.reason)")
        } catch let fault as YAMLValues.Fault {
            throw SettingFault(origin, "\(path) \(fault.reason)")
        } catch {
            throw SettingFault(origin, "\(path) can't be used")
        }
    }

    private static func json(_ text: String) throws(FileReader.Fault) -> [String: RawValue] {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch .duplicateName(let name) {
            throw FileReader.Fault(reason: "has \(name) twice")
        } catch {
            throw FileReader.Fault(reason: "is no valid JSON object")
        }
        guard let object = value.object else { throw FileReader.Fault(reason: "is no valid JSON object") }
        return Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, RawValue($0.value)) })
    }

    private static func propertyList(_ bytes: [UInt8]) throws(FileReader.Fault) -> [String: RawValue] {
        guard let values = try? PropertyListDecoder().decode([String: FileValue].self, from: Data(bytes)) else {
            throw FileReader.Fault(reason: "is no valid property list of names with values")
        }
        return values.mapValues(\.raw)
    }
}
