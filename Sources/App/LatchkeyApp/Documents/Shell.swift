/// A shell that can complete the program's command line.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The completion script, in ASCII, because a shell may run in any locale.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

    /// The commands with what they do, and `help`, which is another way to write `--help`.
    static let commands =
        Invocation.Command.allCases.map { ($0.rawValue, $0.purpose) } + [("help", "print a command's help")]

    /// The words that follow a command.
    static func operands(of command: String) -> [String] {
        switch command {
        case Invocation.Command.completions.rawValue: allCases.map(\.rawValue)
        case "help": Invocation.Command.allCases.map(\.rawValue)
        default: []
        }
    }
}

extension String {
    var inASCII: String { replacing("…", with: "...") }
}
