/// Writes JSON without white space, for a page that shows a claim.
enum JSONPrinter {
    static func print(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let literal): literal
        case .string(let text): quoted(text)
        case .array(let values): "[\(values.map(print).joined(separator: ","))]"
        case .object(let object): "{\(object.members.map { "\(quoted($0.name)):\(print($0.value))" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                out.append("\\")
                out.unicodeScalars.append(scalar)
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
