import NIOPosix

/// A file with an assertion that somebody else signs and renews.
struct AssertionFile: Sendable {
    private struct UnreadableError: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// Reads the file.
    let files: FileReader

    /// Reads the assertion as it is now, on a thread that may block.
    @Sendable func read() async throws -> String {
        try await NIOThreadPool.singleton.runIfActive {
            do throws(UnreadableFileError) {
                return try files.text(path)
            } catch {
                throw UnreadableError(description: "\(path) \(error.reason)")
            }
        }
    }
}

extension SettingParser where Value == AssertionFile {
    /// The path of a file that can be read now; its content may have changed when it is needed.
    static var assertionFile: SettingParser {
        SettingParser("FILE", write: \.path) { text throws(InvalidValueError) in
            do throws(UnreadableFileError) {
                _ = try text.files.read(text.text)
            } catch {
                throw InvalidValueError("\(text.text) \(error.reason)")
            }
            return AssertionFile(path: text.text, files: text.files)
        }
    }
}
