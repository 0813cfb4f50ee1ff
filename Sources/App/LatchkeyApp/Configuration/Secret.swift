import SystemSupport

/// A value that must not be seen: printing it, or anything that contains it, shows a placeholder.
struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value itself.
    let value: String

    init(_ value: String) { self.value = value }

    var description: String { "(secret)" }
    var debugDescription: String { "(secret)" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A file in PEM (RFC 7468) that a setting names.
struct PEMFile: Sendable {
    let path: String
    /// The file before it was read, so that each later change shows.
    let stamp: FileStamp?
    let contents: Secret
}

extension SettingParser where Value == PEMFile {
    static var certificateFile: SettingParser {
        pemFile { $0.contains("-----BEGIN CERTIFICATE-----") ? nil : "holds no certificate in PEM" }
    }

    static var privateKeyFile: SettingParser {
        var parser = pemFile { contents in
            if isEncrypted(contents) { return "is encrypted; store the key without a passphrase" }
            return contents.contains("PRIVATE KEY-----") ? nil : "holds no private key in PEM"
        }
        parser.form.namesSecretFile = true
        return parser
    }

    /// Whether a private key needs a passphrase (RFC 7468, section 11; RFC 1421, section 4.6.1.1).
    private static func isEncrypted(_ contents: String) -> Bool {
        contents.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || contents.contains("Proc-Type: 4,ENCRYPTED")
    }

    /// - Parameter problem: The fault of the contents, in words that follow the path.
    private static func pemFile(_ problem: @escaping @Sendable (String) -> String?) -> SettingParser {
        SettingParser("FILE", values: .file) { text throws(InvalidValueError) in
            let stamp = FileStamp(text.text)
            let contents: String
            do throws(UnreadableFileError) {
                contents = try text.files.text(text.text)
            } catch {
                throw InvalidValueError(error.sentence(text.text))
            }
            if let problem = problem(contents) { throw InvalidValueError("\(text.text) \(problem)") }
            return PEMFile(path: text.text, stamp: stamp, contents: Secret(contents))
        }
    }
}
