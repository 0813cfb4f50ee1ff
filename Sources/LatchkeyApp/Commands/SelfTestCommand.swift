import SelfTest

/// `latchkey selftest`: tries this build on a provider that errs on command, one line a module.
enum SelfTestCommand {
    static func run() async throws -> Int32 {
        try await SelfTestRunner.run(report: StandardStream.output.write) ? ExitCode.success : ExitCode.failure
    }
}
