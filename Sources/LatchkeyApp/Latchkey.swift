import SealedCookies
import SelfTest

/// The `latchkey` command.
package enum Latchkey {
    /// Ends `serve` and `check --watch` with exit code 0 on SIGTERM and SIGINT from now on; other commands end as the
    /// system has it.
    ///
    /// - Parameter commandLine: The program's name and its arguments; empty if it can't be read.
    package static func handleEarlySignals(_ commandLine: [String]) {
        switch Invocation(Array(commandLine.dropFirst())) {
        case .run(.serve, _): EarlyTermination.install()
        case .run(.check, let rest) where CheckOptions(rest).repeats: EarlyTermination.install()
        default: break
        }
    }

    /// Runs the command that the arguments name.
    ///
    /// - Parameter commandLine: The program's name and its arguments; empty if it can't be read.
    /// - Returns: The exit code.
    package static func run(_ commandLine: [String], environment: [String: String]) async -> Int32 {
        // There is always the program's name; if it is missing, the arguments are lost, too.
        guard !commandLine.isEmpty else {
            complain("the command line can't be read; Swift reads it from /proc/self/cmdline, so mount /proc")
            return ExitCode.failure
        }
        do {
            switch Invocation(Array(commandLine.dropFirst())) {
            case .help(let command):
                StandardStream.output.write(HelpText.of(command))
                return ExitCode.success
            case .version:
                StandardStream.output.write("latchkey \(Version.text)")
                return ExitCode.success
            case .unknown(let word):
                let proposal = NearestName.of(word, among: Invocation.Command.allCases.map(\.rawValue)) ?? "serve"
                complain("\(word) is no command; did you mean \(proposal)?")
                return ExitCode.failure
            case .run(.key, let rest):
                guard rest.isEmpty else { throw SettingsError(errors: [SettingError("key", "takes no options")]) }
                StandardStream.output.write(try SealingKey.generate().text)
                return ExitCode.success
            case .run(.selftest, let rest):
                guard rest.isEmpty else { throw SettingsError(errors: [SettingError("selftest", "takes no options")]) }
                let passed = try await SelfTestRunner.run(report: StandardStream.output.write)
                return passed ? ExitCode.success : ExitCode.failure
            case .run(.completions, let rest):
                guard rest.count == 1, let shell = rest.first.flatMap(Shell.init) else {
                    let names = Shell.allCases.map(\.rawValue).joined(separator: "|")
                    throw SettingsError(errors: [SettingError("completions", "needs a shell: completions \(names)")])
                }
                StandardStream.output.write(shell.completions)
                return ExitCode.success
            case .run(.manual, let rest):
                guard rest.isEmpty else { throw SettingsError(errors: [SettingError("manual", "takes no options")]) }
                StandardStream.output.write(ManualPage.text)
                return ExitCode.success
            case .run(.serve, let rest):
                return try await ServeCommand.run { isReload in
                    try ConfigurationReader(isReload: isReload).read(arguments: rest, environment: environment)
                }
            case .run(.check, let rest):
                return try await CheckCommand.run(rest, environment: environment)
            }
        } catch let error as SettingsError {
            error.errors.forEach { complain($0.description) }
            return ExitCode.settings
        } catch {
            complain("\(error)")
            return ExitCode.failure
        }
    }

    private static func complain(_ line: String) {
        StandardStream.error.write(PrintableText.line("latchkey: \(line)"))
    }
}

/// What the process says when it ends.
enum ExitCode {
    static let success: Int32 = 0
    /// Anything that went wrong but settings.
    static let failure: Int32 = 1
    /// Wrong settings: `EX_CONFIG` of `sysexits.h`.
    static let settings: Int32 = 78
}

/// The version of this build, as `--version` and the log have it.
enum Version {
    static let text = "0.1.0"
}
