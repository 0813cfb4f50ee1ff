import FoundationEssentials
import SystemSupport

/// A file of the data directory that only its owner may read.
struct PrivateFile: Sendable {
    let path: String

    init(_ name: String, in directory: String) {
        path = "\(directory)/\(name)"
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    /// The contents; `nil` if there is no such file.
    func read() throws(ProviderSetupError) -> String? {
        guard isThere else { return nil }
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else {
            throw ProviderSetupError(
                kind: .dataDirectory, description: "the file \(path) can't be read; let its owner start the provider")
        }
        return text
    }

    /// Makes the file with mode 0600, whole from its first moment, however soon the process ends.
    ///
    /// - Returns: `false` if there is one already, which then stays as it is.
    @discardableResult
    func create(_ contents: String = "") throws(ProviderSetupError) -> Bool {
        do throws(NewFile.WriteError) {
            return try NewFile.create(at: path, contents: contents)
        } catch {
            throw ProviderSetupError(
                kind: .dataDirectory,
                description: "the file \(path) can't be written (\(error.reason)); name a folder that can")
        }
    }
}
