/// Completions for bash 4 or later; they need no functions of the package bash-completion.
enum BashCompletions {
    static var script: String {
        """
        # Completions of latchkey for bash 4 or later, printed by latchkey completions bash.

        _latchkey() {
            local word=$2 previous=$3 command=serve words= alone= separator=
            # The value in --option=value is a word of its own, and so is the part behind a colon.
            if [[ $previous == = ]]; then
                separator='=' previous=${COMP_WORDS[COMP_CWORD-2]}
            elif [[ ${COMP_WORDS[COMP_CWORD]} == = ]]; then
                separator='='
            elif [[ $previous == : || ${COMP_WORDS[COMP_CWORD]} == : ]]; then
                return
            fi
            COMPREPLY=()
            if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then
                command=
            elif [[ ${COMP_WORDS[1]} != -* ]]; then
                command=${COMP_WORDS[1]}
            fi
            case $command in
            '') words='\(Shell.commands.map(\.0).joined(separator: " "))' ;;
        \(commands.joined(separator: "\n"))
            esac
            case $previous in
        \(values.joined(separator: "\n"))
            esac
            mapfile -t COMPREPLY < <(compgen -W "$words $alone" -- "$word")
        }

        complete -F _latchkey latchkey
        """
    }

    /// The words of each command; commands with the same words in one row.
    private static var commands: [String] {
        let rows = Shell.commands.map(\.0).map { command in
            let options = (Invocation.Command(rawValue: command)?.options ?? [.help]).map(\.name).joined(separator: " ")
            let operands = Shell.operands(of: command).joined(separator: " ")
            return (
                command: command,
                words: operands.isEmpty
                    ? "words='\(options)'" : "words='\(operands)'; [[ $word == -* ]] && words='\(options)'"
            )
        }
        let names = Dictionary(grouping: rows, by: \.words).mapValues { $0.map(\.command) }
        return names.sorted { $0.value[0] < $1.value[0] }.map { words, commands in
            "    \(commands.joined(separator: "|"))) \(words) ;;"
        }
    }

    /// The completions of the values that options take.
    private static var values: [String] {
        var (files, directories, others, rows): ([String], [String], [String], [String]) = ([], [], [], [])
        for option in CommandOption.all {
            switch option.form?.values {
            case .file: files.append(option.name)
            case .directory: directories.append(option.name)
            case .words(let words):
                // An option that may stand alone is followed by a value or by another option.
                let alone = option.form?.kind == .flag ? "[[ $separator ]] || alone=$words; " : ""
                rows.append("    \(option.name)) \(alone)words=\"\(words.joined(separator: " "))\" ;;")
            case .any: others.append(option.name)
            case nil: continue
            }
        }
        return rows + [
            "    \(files.joined(separator: "|"))) compopt -o default; return ;;",
            "    \(directories.joined(separator: "|"))) compopt -o dirnames; return ;;",
            "    \(others.joined(separator: "|"))) return ;;",
        ]
    }
}
