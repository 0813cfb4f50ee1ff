@testable import LatchkeyApp

/// `docs/settings.md`, made of the table of settings.
enum SettingsDocument {
    static var text: String {
        let groups = SettingGroup.allCases.map { group in
            let rows = Settings.shown.filter { $0.group == group }.map(row)
            return
                "## \(group.rawValue)\n\n| setting | values | meaning | default |\n| --- | --- | --- | --- |\n\(rows.joined(separator: "\n"))\n"
        }
        return introduction + groups.joined(separator: "\n")
    }

    private static func row(_ setting: any SettingRow) -> String {
        let names = "`\(setting.name)`<br>`\(setting.option)`<br>`\(setting.environmentName)`"
        let values = setting.form.placeholder.replacing("|", with: "\\|")
        let secret = setting.isSecret ? " A secret: it is never printed." : ""
        return "| \(names) | `\(values)` | \(setting.help)\(secret) | \(setting.defaultText ?? "") |"
    }

    private static let introduction = """
        # Settings

        This page is generated from the table in `Sources/LatchkeyApp/Configuration/Settings.swift`; a test holds the two equal.
        `LATCHKEY_WRITE_DOCS=1 swift test --filter SettingsDocumentTests` updates it. `latchkey serve --help` prints the same.

        A setting is an option of `serve` and `check`, a variable, or a key of the settings file. The command line counts before the environment,
        that before the file, that before the default. The file is named by `--settings FILE` or `LATCHKEY_SETTINGS` and ends in `.json`, `.yaml`
        (`.yml`) or `.plist` (XML or binary). Relative paths begin in the working directory.

        - A name that no setting has is an error that proposes the nearest one, in each of the three places. Only variables that Kubernetes
          sets, `LATCHKEY_PORT…` and `LATCHKEY_SERVICE_…`, are passed over.
        - An empty value counts as not given, and so does an empty entry of a list.
        - Lists are written with commas or spaces; in a file as an array, too. A repeated option of a list adds to it; of any other repeated
          option the last one counts.
        - True is `true`, `yes`, `on` or `1`, false is `false`, `no`, `off` or `0`. An option that is true or false means true where it stands alone.
        - Each secret has a twin that ends in `File` and names a file with the value. A setting and its twin in one place are an error.
        - Every user of a machine can read the command line of a running program. Give secrets by a file, or by the environment, which
          only the same user and root can read.
        - Of the names that the iOS sample's `settings.plist` has, `userId` and `resourceString` are ignored, and a `urn:` as `redirectUri` counts
          as not given. One line at start says so.
        - Everything is checked at start: a line on standard error for each fault, exit code 78.


        """
}
