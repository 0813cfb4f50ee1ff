/// An option of a command, as help, the manual page and the shells show it.
struct CommandOption: Sendable {
    let name: String
    /// How its value is written; `nil` if it takes none.
    let form: SettingForm?
    let help: String

    static let settings = CommandOption(
        name: Settings.fileOption, form: SettingForm(placeholder: "FILE", values: .file),
        help: "A settings file: .json, .yaml or .plist. The variable is \(Settings.fileVariable).")
    static let version = CommandOption(name: "--version", form: nil, help: "Print the version.")
    static let help = CommandOption(name: "--help", form: nil, help: "Print the command's help.")

    /// The settings that can be options.
    static let ofSettings = Settings.shown.filter(\.isOption).map { row in
        CommandOption(name: row.option, form: row.form, help: row.help)
    }

    /// The other options of all commands, each once.
    static let ofNoSetting = Invocation.Command.allCases.flatMap(\.ownOptions).reduce(into: [CommandOption]()) {
        all, option in
        if !all.contains(where: { $0.name == option.name }) { all.append(option) }
    }

    static let all = ofNoSetting + ofSettings

    /// The commands that have this option.
    var commands: [String] {
        Invocation.Command.allCases.filter { $0.options.contains { $0.name == name } }.map(\.rawValue)
    }

    /// The option and the placeholder of its value.
    var usage: String { form.map { "\(name) \($0.placeholder)" } ?? name }
}

extension Invocation.Command {
    /// The command's purpose in a few words.
    var purpose: String {
        switch self {
        case .serve: "run (what latchkey does without a command)"
        case .check: "read the settings and try what they name"
        case .key: "print a new session key"
        case .selftest: "try this build on a provider that misbehaves"
        case .completions: "print a shell's completions"
        case .manual: "print the manual page"
        }
    }

    /// The same in sentences.
    var summary: String {
        switch self {
        case .serve:
            """
            Runs the web front end, together with every part that no setting points elsewhere: without authority
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
        case .completions:
            """
            Prints the script by which a shell completes commands, options and their values. For bash:
            latchkey completions bash | install -Dm 644 /dev/stdin ~/.local/share/bash-completion/completions/latchkey
            """
        case .manual:
            """
            Prints the manual page. To read it, latchkey manual > latchkey.1, then man ./latchkey.1
            """
        }
    }

    /// The command and its arguments.
    var line: String {
        switch self {
        case .serve: "[serve] [--settings FILE] [--NAME VALUE …]"
        case .check:
            (["check"] + CheckOptions.rows.map { "[\($0.usage)]" } + ["[--settings FILE]", "[--NAME VALUE …]"])
                .joined(separator: " ")
        case .completions: "completions \(Shell.allCases.map(\.rawValue).joined(separator: "|"))"
        case .key, .selftest, .manual: rawValue
        }
    }

    /// Its options that are no settings.
    var ownOptions: [CommandOption] {
        (self == .check ? CheckOptions.rows : []) + (readsSettings ? [.settings] : []) + [.version, .help]
    }

    var options: [CommandOption] { ownOptions + (readsSettings ? CommandOption.ofSettings : []) }

    var readsSettings: Bool { self == .serve || self == .check }
}
