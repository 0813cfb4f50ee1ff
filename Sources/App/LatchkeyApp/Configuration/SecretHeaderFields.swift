import HTTPTypes

/// Header fields that must not be seen, because they may have credentials.
struct SecretHeaderFields: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// A field before it is checked.
    struct Entry {
        /// The place of the field, such as `line 2`.
        let place: String
        let name: String
        let value: String
    }

    /// The fields that each request has already, or that the transport sets.
    private static let reserved: Set = [
        "connection", "content-encoding", "content-length", "content-type", "expect", "host", "http2-settings",
        "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    let fields: HTTPFields

    /// - Throws: An error without the value of a field.
    init(_ entries: [Entry]) throws(InvalidValueError) {
        var fields = HTTPFields()
        for entry in entries {
            guard let name = HTTPField.Name(entry.name), HTTPField.isValidValue(entry.value) else {
                throw InvalidValueError("\(entry.place) is no header field")
            }
            guard !Self.reserved.contains(name.canonicalName) else {
                throw InvalidValueError(
                    "\(entry.place) has \(name.canonicalName), which each request has already; remove it")
            }
            fields.append(HTTPField(name: name, value: entry.value))
        }
        self.fields = fields
    }

    var description: String { "(secret)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SettingParser where Value == SecretHeaderFields {
    /// The path of a file with header fields: a line `NAME: VALUE` each.
    static var headerFieldsFile: SettingParser {
        var parser = SettingParser("FILE", values: .file) { text throws(InvalidValueError) in
            let contents: String
            do throws(UnreadableFileError) {
                contents = try text.files.text(text.text)
            } catch {
                throw InvalidValueError(error.sentence(text.text))
            }
            let entries = try entries(contents, in: text.text)
            if entries.isEmpty { throw InvalidValueError("\(text.text) is empty") }
            return try SecretHeaderFields(entries)
        }
        parser.form.namesSecretFile = true
        return parser
    }

    private static func entries(
        _ contents: String, in path: String
    ) throws(InvalidValueError) -> [SecretHeaderFields.Entry] {
        var entries: [SecretHeaderFields.Entry] = []
        let lines = contents.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            let place = "line \(index + 1) of \(path)"
            guard let colon = line.firstIndex(of: ":") else { throw InvalidValueError("\(place) is no NAME: VALUE") }
            entries.append(
                SecretHeaderFields.Entry(
                    place: place, name: String(line[..<colon]),
                    value: RawValue.trimmed(String(line[line.index(after: colon)...]))))
        }
        return entries
    }
}
