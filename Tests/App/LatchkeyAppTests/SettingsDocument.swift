@testable import LatchkeyApp

/// `docs/settings.md`, made of the table of settings.
enum SettingsDocument {
    static var text: String {
        let groups = SettingGroup.allCases.map { group in
            let rows = Settings.shown.filter { $0.group == group }.map(row)
            return
                "## \(group.rawValue)\n\n| setting | values | meaning | default |\n| --- | --- | --- | --- |\n\(rows.joined(separator: "\n"))\n"
        }
        return introduction + groups.joined(separator: "\n") + logging
    }

    private static func row(_ setting: SettingRow) -> String {
        let mark = Settings.isOfEachAuthority(setting)
        let name = "`\(setting.name)`\(mark ? " \\*" : "")"
        let names = !setting.isOption ? name : "\(name)<br>`\(setting.option)`<br>`\(setting.environmentName)`"
        let values = setting.form.placeholder.replacing("|", with: "\\|")
        let secret = setting.isSecret ? " A secret: it is never printed." : ""
        return "| \(names) | `\(values)` | \(setting.help)\(secret) | \(setting.defaultText ?? "") |"
    }

    private static let introduction = """
        # Commands and settings

        ## Commands

        | command | does |
        | --- | --- |
        | `latchkey serve`, or plain `latchkey` | runs the web front end, and each other part for which no setting names another server: the development identity provider without `authority`, the tasks API without `taskWebAPI` |
        | `latchkey check` | checks the settings, the authority for each policy, its clock and what it offers, whether it accepts the client's credential, the redirect URI, ports, files, database and tasks API, and changes nothing; prints a line for each finding, and exits with 0 only if there is no `FAULT` |
        | `latchkey check --settings-only` | the same without contacting anybody or trying the ports |
        | `latchkey check --watch` | [repeats the check](operations.md#checking) every minute and prints what has changed |
        | `latchkey key` | prints a new session key |
        | `latchkey selftest` | runs the relying party against a provider that misbehaves on purpose, and prints a line for each module of the OpenID Foundation's test plans |
        | `latchkey completions` | with `bash`, `zsh` or `fish` behind it, prints what the shell needs to complete commands, options and values ([how to install it](deployment.md#completions-and-the-manual-page)) |
        | `latchkey manual` | prints the manual page |

        Each has `--help`, and `latchkey --version` prints the version. Templates, styles and scripts are compiled in,
        so the program runs from any directory. `serve` prints the address of each part to standard output, once it
        accepts connections:

        ```text
        Development identity provider  http://localhost:3001
          sample account               alice@dev.example, password latchkey
          sample account               bob@dev.example, password latchkey
        Tasks API                      http://127.0.0.1:3002/tasks
        Latchkey                       http://localhost:3000 (listening at http://127.0.0.1:3000)
        ```

        The program that `make run` builds isn't optimized. It says so in a line before these.

        ## How settings are given

        This page is generated from the table in `Sources/App/LatchkeyApp/Configuration/Settings.swift`; a test compares
        them. `LATCHKEY_WRITE_DOCS=1 swift test --filter SettingsDocumentTests` updates it. `latchkey serve --help`
        prints the same.

        A setting is an option of `serve` and `check`, a variable of the environment, or a key of the settings file. The
        command line overrides the environment, which overrides the file, which overrides the default. `--settings FILE`
        or `LATCHKEY_SETTINGS` names the file, which ends in `.json`, `.yaml` (`.yml`) or `.plist` (XML or binary).
        Relative paths start in the working directory.

        - An unknown name is an error that suggests the nearest one, in each of the three places. Only the variables
          that Kubernetes sets, `LATCHKEY_PORT…` and `LATCHKEY_SERVICE_…`, are ignored.
        - An empty value counts as not given, and so does an empty entry of a list.
        - Lists are separated by commas or spaces; in a file they may also be arrays. A repeated option of a list adds
          to it; of any other repeated option the last one counts.
        - True is `true`, `yes`, `on` or `1`, false is `false`, `no`, `off` or `0`. Such an option without a value means
          true.
        - Each secret has a second setting whose name ends in `File`, for a file with the value. To set both in one
          place is an error.
        - Every user of a machine can read the command line of a running program. Give secrets by a file, or by the
          environment, which only the same user and root can read.
        - Of the iOS sample's `settings.plist`, `userId` and `resourceString` are ignored, and a `urn:` as `redirectUri`
          counts as not given. One line at start says so.
        - `moreAuthorities` is a list in the settings file. An entry has `name` (1 to 32 of `a` to `z`, `0` to `9` and
          `-`, and neither `facebook` nor `device`; part of its URLs: `/sign-in/NAME`), `label` (the text of its
          button), and the settings marked with \\*, where `authority` and `clientId` are needed. Its redirect URI is
          `redirectUri` with `/NAME` added.
        - For [traces](observability/tracing.md) OpenTelemetry's variables count as well, if no setting replaces them:
          `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`,
          `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`.
        - All settings are checked at start: a line on standard error for each fault, exit code 78.


        """

    /// The text after the settings of the log, which are the last group.
    private static let logging = """

        The log goes to standard error. A request's line has its path without the query; secrets, codes and tokens are
        never logged. It has the client's address: behind a proxy that `trustedProxies` names, the address in
        `Forwarded` or `X-Forwarded-For`; neither counts if they name different clients. The site's public address comes
        from `redirectUri` alone, never from a header field.

        """
}
