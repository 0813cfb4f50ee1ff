/// The texts that `--help` prints, whose options come from the table of settings.
enum HelpText {
    static func of(_ command: Invocation.Command?) -> String {
        guard let command else { return general }
        return "Usage: latchkey \(command.line)\n\n\(command.summary)"
            + (command.readsSettings ? "\n\n\(options(command))" : "")
    }

    private static var general: String {
        let commands = Invocation.Command.allCases.map { command in
            "  \(command.rawValue)\(String(repeating: " ", count: 14 - command.rawValue.count))\(command.purpose)"
        }
        return """
            Usage: latchkey [COMMAND] [--settings FILE] [--NAME VALUE …]

            A web front end for a to-do list, signed in to by OpenID Connect.

            Commands:
            \(commands.joined(separator: "\n"))

            Options:
              --settings FILE   a settings file: .json, .yaml or .plist
              --version         print the version
              --help            print this; latchkey serve --help lists every setting

            \(layers)
            """
    }

    /// How settings are given.
    static let layers = """
        A setting likeThis is the option --like-this, the variable LATCHKEY_LIKE_THIS, and the key likeThis of the file.
        The command line counts before the environment, that before the file. An empty value counts as not given.
        Lists are written with commas or spaces. An option that is true or false means true where it stands alone.
        Every user of this machine can read the command line of a running program: give secrets by a file or the \
        environment.
        """

    private static func options(_ command: Invocation.Command) -> String {
        let own = command.ownOptions.map { row($0.usage, $0.help) }
        let groups = SettingGroup.allCases.map { group in
            "\(group.rawValue):\n\(Settings.shown.filter { $0.group == group }.map(row).joined(separator: "\n"))"
        }
        return """
            \(layers)

            Options:
            \(own.joined(separator: "\n"))

            \(groups.joined(separator: "\n\n"))
            """
    }

    private static func row(_ setting: SettingRow) -> String { row(setting.usage, setting.summary()) }

    private static func row(_ usage: String, _ text: String) -> String {
        "  \(usage)\(text.wrapped(to: 94).map { "\n      \($0)" }.joined())"
    }
}

extension String {
    /// Lines of words, each line shorter than a width unless a word isn't.
    func wrapped(to width: Int) -> [String] {
        split { $0 == " " || $0 == "\n" }.reduce(into: []) { lines, word in
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
