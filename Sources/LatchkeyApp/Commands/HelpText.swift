/// The texts that `--help` prints, whose options come from the table of settings.
enum HelpText {
    static func of(_ command: Invocation.Command?) -> String {
        switch command {
        case nil: general
        case .serve: "Usage: latchkey [serve] [--settings FILE] [--NAME VALUE …]\n\n\(summary(.serve))\n\n\(options)"
        case .check:
            "Usage: latchkey check \(checkUsage) [--settings FILE] [--NAME VALUE …]\n\n\(summary(.check))\n\n"
                + "\(checkOptions)\n\n\(options)"
        case .key: "Usage: latchkey key\n\n\(summary(.key))"
        case .selftest: "Usage: latchkey selftest\n\n\(summary(.selftest))"
        }
    }

    private static func summary(_ command: Invocation.Command) -> String {
        switch command {
        case .serve:
            """
            Runs the web front end, and beside it every part that no setting points elsewhere: without authority
            the development identity provider, without taskWebAPI the tasks API.
            """
        case .check:
            """
            Reads the settings, contacts the authority and the tasks API, and prints one line a finding.
            Exits with 0 only if serve would work.
            """
        case .key: "Prints a new session key: 32 random bytes in base64url."
        case .selftest:
            """
            Runs this build's relying party and web front end against a provider that misbehaves on purpose, and prints
            one line for each module of the OpenID Foundation's relying-party test plans, then for what these lack.
            Needs no settings and no network. Exits with 0 only if all passed.
            """
        }
    }

    private static let general = """
        Usage: latchkey [COMMAND] [--settings FILE] [--NAME VALUE …]

        A web front end for a to-do list, signed in to by OpenID Connect.

        Commands:
          serve      run (what latchkey does without a command)
          check      read the settings and try what they name
          key        print a new session key
          selftest   try this build on a provider that misbehaves

        Options:
          --settings FILE   a settings file: .json, .yaml or .plist
          --version         print the version
          --help            print this; latchkey serve --help lists every setting

        \(layers)
        """

    private static let layers = """
        A setting likeThis is the option --like-this, the variable LATCHKEY_LIKE_THIS, and the key likeThis of the file.
        The command line counts before the environment, that before the file. An empty value counts as not given.
        Lists are written with commas or spaces. An option that is true or false means true where it stands alone.
        Every user of this machine can read the command line of a running program: give secrets by a file or the environment.
        """

    private static var options: String {
        let groups = SettingGroup.allCases.map { group in
            let rows = Settings.shown.filter { $0.group == group }.map(row)
            return "\(group.rawValue):\n\(rows.joined(separator: "\n"))"
        }
        return """
            \(layers)

            General:
              --settings FILE
                  A settings file: .json, .yaml or .plist. The variable is \(Settings.fileVariable).
              --version
                  Print the version.
              --help
                  Print this.

            \(groups.joined(separator: "\n\n"))
            """
    }

    private static var checkUsage: String { CheckOptions.rows.map { "[\($0.option)]" }.joined(separator: " ") }

    private static var checkOptions: String {
        let rows = CheckOptions.rows.map { "  \($0.option)\n      \($0.help)" }
        return "Of check:\n\(rows.joined(separator: "\n"))"
    }

    private static func row(_ setting: any SettingRow) -> String {
        let standard = setting.defaultText.map { " Default: \($0)." } ?? ""
        let lines = wrapped(setting.help + standard, to: 94).map { "\n      \($0)" }
        let isOption = setting.form.kind != .tables
        return "  \(isOption ? "\(setting.option) \(setting.form.placeholder)" : setting.name)\(lines.joined())"
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
