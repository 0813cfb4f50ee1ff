/// The manual page `latchkey(1)`, in the macros of man(7).
enum ManualPage {
    static var text: String {
        """
        .\\" Printed by latchkey manual.
        .TH LATCHKEY 1 "" "latchkey \(Version.text)" "User Commands"
        .SH NAME
        latchkey \\- web front end for a to\\-do list, signed in to by OpenID Connect
        .SH SYNOPSIS
        \(synopsis.joined(separator: "\n.br\n"))
        .SH DESCRIPTION
        \(paragraphs(description))
        .SH COMMANDS
        \(Invocation.Command.allCases.map(item).joined(separator: "\n"))
        .SH OPTIONS
        \(CommandOption.ofNoSetting.map(item).joined(separator: "\n"))
        .SH SETTINGS
        \(paragraphs([HelpText.layers, secrets]))
        \(SettingGroup.allCases.map(section).joined(separator: "\n"))
        .SH EXIT STATUS
        \(exitStatus.map { item("\($0)", $1) }.joined(separator: "\n"))
        .SH ENVIRONMENT
        \(environment.map(item).joined(separator: "\n"))
        .SH FILES
        \(files.map(item).joined(separator: "\n"))
        .SH SIGNALS
        \(signals.map(item).joined(separator: "\n"))
        .SH EXAMPLES
        \(examples.map(example).joined(separator: "\n.PP\n"))
        """
    }

    private static let description = [
        """
        latchkey serves a to-do list on the web whose users sign in by OpenID Connect: with Azure AD B2C and its \
        policies, Microsoft Entra, or any other provider that follows the standard. A tasks API and an identity \
        provider for development are part of the program.
        """,
        """
        Without settings all parts run on this machine: the web front end at port 3000, the development identity \
        provider at 3001, the tasks API at 3002. Each prints its address once it accepts connections.
        """,
    ]

    private static let secrets = """
        Each secret has a second setting whose name ends in File, which names a file with the value. A wrong setting, \
        or a name that is none, is a line on standard error that says what to do.
        """

    private static let exitStatus = [
        (ExitCode.success, "The command did what it says. For serve and check --watch: a signal ended it."),
        (ExitCode.failure, "Anything else that went wrong; check or selftest found a fault."),
        (ExitCode.settings, "The settings, or a command's arguments, are wrong (EX_CONFIG)."),
    ]

    private static let environment = [
        (Settings.fileVariable, "The settings file, unless --settings names one."),
        (
            "LATCHKEY_...",
            """
            Each setting's variable, named above. Any other name with this start is an error, except those that \
            Kubernetes sets: LATCHKEY_PORT... and LATCHKEY_SERVICE_...
            """
        ),
        (
            OpenTelemetryVariables.names.joined(separator: ", "),
            "OpenTelemetry's variables of traces, each of which counts if no setting replaces it."
        ),
    ]

    private static let files = [
        (
            "session-keys",
            "In dataDirectory: the keys that seal cookies, if no setting has them. Made at the first start."
        ),
        ("latchkey.sqlite", "In dataDirectory: tasks and sessions, if database names no other place."),
        (
            "pending-endings.*",
            "In dataDirectory: sign-outs that an unreachable database does not know yet; removed once it does."
        ),
        (
            "identity-provider.sqlite, identity-provider-key.pem",
            "In dataDirectory: the accounts and the signing key of the development identity provider."
        ),
    ]

    private static let signals = [
        (
            "SIGTERM, SIGINT",
            """
            End serve with status 0 within ten seconds: it accepts no new connection, and responds to the requests it \
            has. check --watch ends with 0, too.
            """
        ),
        (
            "SIGHUP",
            """
            Rereads the files of secrets, session keys and certificates, the settings file among them. Nobody is \
            signed out; a part that can't be used stays as it was. A line on standard error says so for each part.
            """
        ),
    ]

    private static let examples = [
        ("Try it, all parts on this machine:", "latchkey"),
        ("Test the settings, the provider too, before a start:", "latchkey check --settings latchkey.yaml"),
        ("Make a session key for several replicas:", "(umask 077; latchkey key > session-keys)"),
    ]

    // MARK: Parts in roff

    private static var synopsis: [String] {
        let lines = Invocation.Command.allCases.map(\.line) + ["--version", "--help"]
        return lines.map { "\\fBlatchkey\\fR \(escaped($0))" }
    }

    private static func item(_ command: Invocation.Command) -> String { item(command.line, command.summary) }

    private static func item(_ option: CommandOption) -> String {
        let isGeneral = option.commands.count == Invocation.Command.allCases.count
        return item(
            option.usage, option.help + (isGeneral ? "" : " For \(option.commands.joined(separator: " and "))."))
    }

    private static func section(_ group: SettingGroup) -> String {
        let rows = Settings.shown.filter { $0.group == group }.map(item)
        return ".SS \(escaped(group.rawValue))\n\(rows.joined(separator: "\n"))"
    }

    private static func item(_ row: SettingRow) -> String {
        let secret = row.isSecret ? " A secret: it is never printed." : ""
        let place = row.isOption ? "variable \(row.environmentName)" : "in a file only"
        return item(row.usage, row.summary(secret)) + "\n.br\n" + lines("Key \(row.name), \(place).")
    }

    private static func item(_ head: String, _ text: String) -> String {
        ".TP\n\\fB\(escaped(head))\\fR\n\(lines(text))"
    }

    private static func paragraphs(_ texts: [String]) -> String { texts.map(lines).joined(separator: "\n.PP\n") }

    private static func example(_ purpose: String, _ command: String) -> String {
        "\(lines(purpose))\n.PP\n.RS\n.nf\n\(escaped(command))\n.fi\n.RE"
    }

    private static func lines(_ text: String) -> String {
        escaped(text).wrapped(to: 78).map { $0.first == "." ? "\\&\($0)" : $0 }.joined(separator: "\n")
    }

    /// Text without the characters that mean something to roff; a hyphen is a minus, which can be searched and copied.
    private static func escaped(_ text: String) -> String {
        text.inASCII.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "~": "\\(ti"
            case "^": "\\(ha"
            case "`": "\\(ga"
            case "'": "\\(aq"
            default: "\(character)"
            }
        }.joined()
    }
}
