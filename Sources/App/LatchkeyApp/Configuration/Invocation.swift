/// The command and the options of the arguments.
enum Invocation: Sendable, Equatable {
    enum Command: String, CaseIterable, Sendable {
        case serve, check, key, selftest, completions, manual
    }

    /// A command and the arguments after it. Plain `latchkey` is `serve`.
    case run(Command, [String])
    /// The help of a command, or of them all.
    case help(Command?)
    case version
    /// A word in place of a command.
    case unknown(String)

    /// - Parameter arguments: The arguments after the program's name.
    init(_ arguments: [String]) {
        let word = arguments.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        let rest = Array(arguments.dropFirst(word == nil ? 0 : 1))
        let asksForHelp = rest.contains { $0 == "--help" || $0 == "-h" }
        guard let word else {
            self = asksForHelp ? .help(nil) : rest.contains("--version") ? .version : .run(.serve, rest)
            return
        }
        if word == "help" {
            self = .help(rest.first.flatMap(Command.init))
        } else if let command = Command(rawValue: word) {
            self = asksForHelp ? .help(command) : rest.contains("--version") ? .version : .run(command, rest)
        } else {
            self = .unknown(word)
        }
    }
}
