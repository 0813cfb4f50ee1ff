enum FishCompletions {
    static var script: String {
        """
        # Completions of latchkey for fish, printed by latchkey completions fish.

        # Whether the command is one of those given; it is serve if the first word is an option.
        function __latchkey_runs
            set -l tokens (commandline -opc)
            set -q tokens[2]; or set tokens[2] ''
            string match -q -- '-*' $tokens[2]; and set tokens[2] serve
            test (count $tokens) -gt 1; and contains -- $tokens[2] $argv
        end

        # Whether the last word is one of the options given.
        function __latchkey_follows
            contains -- (commandline -opc)[-1] $argv
        end

        # Whether no word but the program's name is complete.
        function __latchkey_starts
            test (count (commandline -opc)) -eq 1
        end

        complete -c latchkey -f
        \((Shell.commands.map(command) + operands + CommandOption.all.flatMap(rows)).joined(separator: "\n"))
        """
    }

    private static func command(_ name: String, _ purpose: String) -> String {
        "complete -c latchkey -n __latchkey_starts -a \(name) -d \(quoted(purpose))"
    }

    private static var operands: [String] {
        Shell.commands.compactMap { command, _ in
            let words = Shell.operands(of: command)
            guard !words.isEmpty else { return nil }
            return "complete -c latchkey -n '__latchkey_follows \(command)' -a '\(words.joined(separator: " "))'"
        }
    }

    private static func rows(_ option: CommandOption) -> [String] {
        let name = option.name.dropFirst(2)
        let commands = option.commands.joined(separator: " ")
        // Options can come first, without a command.
        let condition = option.commands.contains("serve") ? "__latchkey_starts; or __latchkey_runs" : "__latchkey_runs"
        let start = "complete -c latchkey -n '\(condition) \(commands)' -l \(name) -d \(quoted(option.help.inASCII))"
        guard let form = option.form else { return [start] }
        switch form.values {
        case .any: return ["\(start) -x"]
        case .file: return ["\(start) -r -F"]
        case .directory: return ["\(start) -x -a '(__fish_complete_directories)'"]
        case .words(let words):
            let list = words.joined(separator: " ")
            guard form.kind == .flag else { return ["\(start) -x -a '\(list)'"] }
            // The option may stand alone; then the value may still follow as a separate word.
            return [
                "\(start) -a '\(list)'", "complete -c latchkey -n '__latchkey_follows \(option.name)' -a '\(list)'",
            ]
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
