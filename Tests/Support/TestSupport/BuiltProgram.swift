public import Foundation

/// A program of the package, which is built into the folder where the tests are.
public enum BuiltProgram {
    /// Runs a body while a program runs, then signals the program to stop, and waits until it has.
    ///
    /// - Parameters:
    ///   - environment: All variables that it gets, but for those of sanitizers.
    ///   - folder: Its working directory; `nil` for the tests'.
    ///   - signs: Texts of its output; the body starts once all of them are there.
    /// - Throws: The body's error, or ``BuiltProgramError`` if the program does not start or stop as it should.
    public static func running(
        _ name: String, _ arguments: [String] = [], environment: [String: String], in folder: URL? = nil,
        until signs: [String], _ body: () async throws -> Void
    ) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name)
        process.arguments = arguments
        var environment = environment
        // Another program must not write to the file of the coverage of the tests.
        environment["LLVM_PROFILE_FILE"] = "/dev/null"
        // Under AddressSanitizer the known leaks, which are known by name, are passed over in the program, too.
        for name in ["LSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        process.environment = environment
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        let (texts, continuation) = AsyncStream<String>.makeStream()
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { continuation.finish() } else { continuation.yield(String(decoding: data, as: UTF8.self)) }
        }
        let (ends, ended) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            ended.yield($0.terminationStatus)
            continuation.finish()
        }
        try ChildProcess.start(process)

        var said = ""
        for await text in texts {
            said += text
            if signs.allSatisfy(said.contains) { break }
        }
        let outcome: Result<Void, any Error>
        do {
            guard signs.allSatisfy(said.contains) else { throw BuiltProgramError("\(name) does not start: \(said)") }
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        process.terminate()
        let status = await ends.first { _ in true }
        output.fileHandleForReading.readabilityHandler = nil
        try outcome.get()
        guard status == 0 else { throw BuiltProgramError("\(name) was asked to stop, and ended with \(status ?? -1)") }
    }
}

/// Why a program did not run as it should.
public struct BuiltProgramError: Error, CustomStringConvertible {
    /// The program, what happened, and what it printed.
    public let description: String

    init(_ description: String) { self.description = description }
}
