import ProcessSupport
import SealedCookies
import SelfTest
import Synchronization
import SystemLibrary

/// The `latchkey` command.
package enum Latchkey {
    /// The program's arguments, without its name.
    package static var arguments: [String] { Array(ProcessArguments.all.dropFirst()) }

    /// Ends `serve` and `check --watch` with exit code 0 on SIGTERM and SIGINT from now on.
    ///
    /// SIGHUP doesn't end `serve` any more. Other commands keep the default signal behaviour.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    package static func handleEarlySignals(_ arguments: [String]) {
        switch Invocation(arguments) {
        case .run(.serve, _):
            // A reload isn't needed yet, because the settings are read after this.
            signal(SIGHUP, SIG_IGN)
            EarlyTermination.install()
        case .run(.check, let rest) where CheckOptions(rest).repeats: EarlyTermination.install()
        default: break
        }
    }

    /// Runs the command that the arguments name.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String], environment: [String: String]) async -> Int32 {
        OpenSSL.keepTablesAtExit()
        do {
            switch Invocation(arguments) {
            case .help(let command):
                return printed(HelpText.of(command))
            case .version:
                return printed("latchkey \(Version.text)")
            case .unknown(let word):
                let proposal = NearestName.of(word, among: Invocation.Command.allCases.map(\.rawValue)) ?? "serve"
                complain("\(word) is no command; did you mean \(proposal)?")
                return ExitCode.failure
            case .run(.key, let rest):
                try demandNoOptions(rest, of: .key)
                return printed(try SealingKey.generate().text)
            case .run(.selftest, let rest):
                try demandNoOptions(rest, of: .selftest)
                let code = Mutex(ExitCode.success)
                let passed = try await SelfTestRunner.run { line in
                    code.withLock { if $0 == ExitCode.success { $0 = printed(line) } }
                }
                return passed ? code.withLock { $0 } : ExitCode.failure
            case .run(.completions, let rest):
                guard rest.count == 1, let shell = rest.first.flatMap(Shell.init) else {
                    let names = Shell.allCases.map(\.rawValue).joined(separator: "|")
                    throw SettingsError(errors: [SettingError("completions", "needs a shell: completions \(names)")])
                }
                return printed(shell.completions)
            case .run(.manual, let rest):
                try demandNoOptions(rest, of: .manual)
                return printed(ManualPage.text)
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

    private static func demandNoOptions(_ rest: [String], of command: Invocation.Command) throws(SettingsError) {
        guard rest.isEmpty else { throw SettingsError(errors: [SettingError(command.rawValue, "takes no options")]) }
    }

    /// Prints the output of a command.
    ///
    /// - Returns: The exit code: 1 if the output is lost.
    static func printed(_ text: String) -> Int32 {
        if StandardStream.output.wrote(text) { return ExitCode.success }
        complain("standard output can't be written: \(String(cString: strerror(errno)))")
        return ExitCode.failure
    }

    private static func complain(_ line: String) {
        StandardStream.error.write(PrintableText.line("latchkey: \(line)"))
    }
}

/// The exit codes of the process.
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

    /// Whether the compiler optimized this build; `make run` and debug builds do without.
    static var isOptimized: Bool { !_isDebugAssertConfiguration() }
}
