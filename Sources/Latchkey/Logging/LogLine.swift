import FoundationEssentials
import Logging

/// One entry of the log, and the two ways to write it.
///
/// Each is one line, whatever the entry holds.
struct LogLine: Sendable {
    let time: Date
    let level: Logger.Level
    let label: String
    let message: String
    let metadata: Logger.Metadata

    /// As a person reads it: time, level, label, message, then `name=value` in the order of the names.
    var text: String {
        let fields = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return PrintableText.line("\(timestamp) \(level.rawValue.uppercased()) \(label): \(message)\(fields)")
    }

    /// As a JSON object with `time`, `level`, `label`, `message` and, where there is any, `metadata`.
    var json: String {
        var fields = [("time", timestamp), ("level", level.rawValue), ("label", label), ("message", message)].map { name, value in
            "\(Self.json(name)):\(Self.json(value))"
        }
        if !metadata.isEmpty { fields.append("\"metadata\":\(Self.json(.dictionary(metadata)))") }
        return "{\(fields.joined(separator: ","))}"
    }

    private var timestamp: String { time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    private static func json(_ value: Logger.MetadataValue) -> String {
        switch value {
        case .string(let text): json(text)
        case .stringConvertible(let value): json("\(value)")
        case .array(let values): "[\(values.map(json).joined(separator: ","))]"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map { "\(json($0.key)):\(json($0.value))" }.joined(separator: ","))}"
        @unknown default: json("\(value)")
        }
    }

    /// A text in quotation marks (RFC 8259, section 7).
    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
