import Foundation

/// Compression by the `gzip` command, which every system that builds this has.
enum Gzip {
    /// Compresses in gzip format, without the name and the date, which would differ between builds.
    ///
    /// - Parameter folder: A folder for temporary files; a long content in a pipe could wait for its own reader.
    static func compress(_ content: [UInt8], beside folder: URL) throws -> [UInt8] {
        let file = folder.appending(path: "to-compress")
        try Data(content).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-9nc", file.path]
        process.standardOutput = output
        try process.run()
        let compressed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw PageCompilerError("\(file.path):1:1: error: gzip could not compress this file")
        }
        return [UInt8](compressed)
    }
}
