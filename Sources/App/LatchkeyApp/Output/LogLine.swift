import Encodings
import FoundationEssentials
import Logging

/// One entry of the log, and the two ways to write it.
///
/// Each is one line, whatever the entry contains.
struct LogLine: Sendable {
    let time: Date
    let level: Logger.Level
    let label: String
    let message: String
    let metadata: Logger.Metadata

    /// For human readers: time, level, label, message, then `name=value` in the order of the names.
    var text: String {
        let fields = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.text($0.value))" }.joined()
        return PrintableText.line("\(timestamp) \(level.rawValue.uppercased()) \(label): \(message)\(fields)")
    }

    /// As a JSON object in ASCII with `time`, `level`, `label`, `message` and, if there is any, `metadata`.
    var json: String {
        var object: JSONObject = [
            "time": .string(timestamp), "level": .string(level.rawValue), "label": .string(label),
            "message": .string(message),
        ]
        if !metadata.isEmpty { object.members.append(.init("metadata", Self.json(.dictionary(metadata)))) }
        return Self.inASCII(JSONValue.object(object).text)
    }

    /// The same JSON in ASCII, because terminals obey some of the other characters.
    private static func inASCII(_ json: String) -> String {
        guard json.utf8.contains(where: { $0 > 0x7E }) else { return json }
        return json.utf16.map { unit in
            unit < 0x7F
                ? String(UnicodeScalar(UInt8(unit)))
                : #"\u"# + Hexadecimal.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)])
        }.joined()
    }

    /// The value as it is if it is one word, else as a JSON string.
    ///
    /// Values may have text from clients, so their `=` is escaped: it would let a part of the value pass for a field.
    private static func text(_ value: Logger.MetadataValue) -> String {
        let text = "\(value)"
        if !text.isEmpty, text.utf8.allSatisfy(isOfWord) { return text }
        let parts = JSONWriter.quoted(text).utf8.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        return parts.map { String(Substring($0)) }.joined(separator: #"\u003d"#)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "\\"): false
        default: (0x21...0x7E).contains(byte)
        }
    }

    private var timestamp: String { time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string("\(value)")
        case .array(let values): .array(values.map(json))
        case .dictionary(let values):
            .object(JSONObject(members: values.sorted { $0.key < $1.key }.map { .init($0.key, json($0.value)) }))
        @unknown default: .string("\(value)")
        }
    }
}

/// How the log is written.
enum LogFormat: String, CaseIterable, Sendable {
    case text, json
}
