/// Completions for zsh, whose completion system has to be switched on (`compinit`).
enum ZshCompletions {
    static var script: String {
        """
        #compdef latchkey
        # Completions of latchkey for zsh, printed by latchkey completions zsh.

        _latchkey() {
            local -a latchkey_commands=(
        \(Shell.commands.map { "        \(quoted("\($0):\($1)"))" }.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
                _describe command latchkey_commands
                return
            fi
            local latchkey_command=serve
            if [[ $words[2] != -* ]]; then
                latchkey_command=$words[2]
                shift words
                (( CURRENT-- ))
            fi
            case $latchkey_command in
        \(Shell.commands.map { row($0.0) }.joined(separator: "\n"))
            esac
        }

        if [[ $funcstack[1] == _latchkey ]]; then
            _latchkey "$@"
        else
            compdef _latchkey latchkey
        fi
        """
    }

    private static func row(_ command: String) -> String {
        let operands = Shell.operands(of: command)
        let options = Invocation.Command(rawValue: command)?.options ?? [.help]
        let specifications =
            (operands.isEmpty ? [] : [quoted("1: :(\(operands.joined(separator: " ")))")]) + options.map(specification)
        return """
                \(command)) _arguments \\
                \(specifications.joined(separator: " \\\n        ")) ;;
            """
    }

    /// An option as `_arguments` wants it.
    private static func specification(_ option: CommandOption) -> String {
        let name = option.form?.kind == .list ? "*\(option.name)" : option.name
        let help = escaped(option.help, "[]")
        guard let form = option.form else { return quoted("\(name)[\(help)]") }
        let action =
            switch form.values {
            case .any: " "
            case .file: "_files"
            case .directory: "_files -/"
            case .words(let words): "(\(words.joined(separator: " ")))"
            }
        // Two colons: the option may stand alone.
        let colons = form.kind == .flag ? "::" : ":"
        return quoted("\(name)=[\(help)]\(colons)\(escaped(form.placeholder.inASCII, ":")):\(action)")
    }

    private static func escaped(_ text: String, _ characters: String) -> String {
        text.inASCII.map { $0 == "\\" || characters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
