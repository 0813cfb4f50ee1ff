import Foundation
import HTTPTransport
import MisbehavingProvider
import TestSupport
import Testing

/// The built example, running.
struct ExampleProgram: Sendable {
    let origin: String

    /// Runs a body while the example listens; then ends it, and sees to it that it goes.
    ///
    /// - Parameters:
    ///   - port: Where it listens; `nil` for any free port.
    ///   - environment: Variables in addition to those of the registration.
    static func running(
        at provider: ScriptedProvider, port: Int? = nil, environment: [String: String] = [:],
        _ body: (ExampleProgram) async throws -> Void
    ) async throws {
        let port = if let port { port } else { try await FreePort.find() }
        let origin = "http://localhost:\(port)"
        provider.client.redirectURIs = ["\(origin)/sign-in/return"]
        provider.client.postLogoutRedirectURIs = ["\(origin)/"]

        let process = Process()
        // Programs are built into the folder where the tests are.
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "SignedInRoute")
        process.environment = [
            "ISSUER": provider.url.origin, "CLIENT_ID": provider.client.id,
            "CLIENT_SECRET": provider.client.secret ?? "",
            "PORT": "\(port)",
            // What the coverage of the tests is written to is not to be written by another program.
            "LLVM_PROFILE_FILE": "/dev/null",
        ].merging(environment) { $1 }
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        let (lines, continuation) = AsyncStream<String>.makeStream()
        errors.fileHandleForReading.readabilityHandler = { handle in
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
        for await line in lines {
            said += line
            if said.contains("listening") { break }
        }
        try #require(said.contains("listening"), "the example does not start: \(said)")
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(ExampleProgram(origin: origin)))
        } catch {
            outcome = .failure(error)
        }
        process.terminate()
        let status = await ends.first { _ in true }
        errors.fileHandleForReading.readabilityHandler = nil
        try outcome.get()
        #expect(status == 0, "it was asked to stop, and did")
    }
}
