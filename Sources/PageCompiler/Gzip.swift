import Foundation

/// Compression by the `gzip` command, which every system that builds this has.
enum Gzip {
    /// The content of a file in gzip format, without the name and the date that would make each build's differ.
    static func compress(_ file: URL) throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-9nc", file.path]
        process.standardOutput = output
        try process.run()
        let compressed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("\(file.path):1:1: error: gzip could not compress this file") }
        return [UInt8](compressed)
    }
}
