import FoundationEssentials
import SystemSupport

/// A file of the data directory that only its owner may read.
struct PrivateFile: Sendable {
    let path: String

    /// A file of that name; the directory is made if it is missing.
    init(_ name: String, in directory: String) throws(ProviderSetupError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ProviderSetupError(
                kind: .dataDirectory, description: "The data directory \(directory) can't be made.")
        }
        path = "\(directory)/\(name)"
    }

    /// The contents; `nil` if there is no such file.
    func read() throws(ProviderSetupError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else {
            throw ProviderSetupError(kind: .dataDirectory, description: "The file \(path) can't be read.")
        }
        return text
    }

    /// Makes the file with mode 0600, whole from its first moment, however soon the process ends.
    ///
    /// - Returns: `false` if there is one already, which then stays as it is.
    @discardableResult
    func create(_ contents: String = "") throws(ProviderSetupError) -> Bool {
        do {
            return try NewFile.create(at: path, contents: contents)
        } catch {
            throw ProviderSetupError(kind: .dataDirectory, description: "The file \(path) can't be written.")
        }
    }
}
