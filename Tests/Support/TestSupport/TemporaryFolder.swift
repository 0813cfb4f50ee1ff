package import FoundationEssentials

/// A folder that is deleted with this object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "latchkey-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package var url: URL { URL(filePath: path) }

    /// The path of a file within.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
