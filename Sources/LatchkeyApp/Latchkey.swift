/// The `latchkey` command.
package enum Latchkey {
    /// Runs the command that the arguments name.
    ///
    /// - Parameter arguments: Those after the program's name.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String], environment: [String: String]) async -> Int32 {
        do {
            switch Invocation(arguments) {
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
                return try KeyCommand.run()
            case .run(.selftest, let rest):
                guard rest.isEmpty else { throw SettingsError(errors: [SettingError("selftest", "takes no options")]) }
                return try await SelfTestCommand.run()
            case .run(.serve, let rest):
                return try await ServeCommand.run {
                    try ConfigurationReader().read(arguments: rest, environment: environment)
                }
            case .run(.check, let rest):
                return try await CheckCommand.run(
                    try ConfigurationReader().read(arguments: rest, environment: environment))
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
