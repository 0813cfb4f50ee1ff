import NIOPosix

/// A file with an assertion that another party signs and renews.
struct AssertionFile: Sendable {
    private struct UnreadableError: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// Reads the file.
    let files: FileReader

    /// Why the file can't be read now; `nil` if it can be.
    var problem: String? {
        do throws(UnreadableFileError) {
            _ = try files.read(path)
            return nil
        } catch {
            return error.sentence(path)
        }
    }

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
    /// The path of a file that is read when it is needed.
    ///
    /// The mode of such a file isn't checked, because orchestrators mount it readable by all, and an assertion soon
    /// expires.
    static var assertionFile: SettingParser {
        SettingParser("FILE", values: .file) { text in
            AssertionFile(path: text.text, files: text.files)
        }
    }
}
