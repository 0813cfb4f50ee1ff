import Testing

@testable import LatchkeyApp

@Suite struct DocumentsTests {
    @Test("A shell's completions have each command and each option, in ASCII", arguments: Shell.allCases)
    func completions(shell: Shell) throws {
        let script = shell.completions
        for command in Invocation.Command.allCases.map(\.rawValue) {
            let row =
                switch shell {
                case .bash: "\n *''\\) words='(.* )?\(command) "
                case .zsh: "\n *'\(command):"
                case .fish: "\ncomplete .* -n __latchkey_starts -a \(command) "
                }
            #expect(try script.contains(Regex(row)), "\(command)")
        }
        let options = Settings.shown.filter { $0.form.kind != .tables }.map(\.option)
        for option in options + ["--settings", "--help", "--version", "--settings-only", "--watch"] {
            let name = shell == .fish ? "-l \(option.dropFirst(2))" : option
            #expect(try script.contains(Regex("\(name)(?![a-z-])")), "\(option)")
        }
        #expect(!script.contains("more-authorities"))
        #expect(!script.contains("user-id"))
        #expect(otherThanASCII(script) == "")
    }

    @Test("Completions of values are words, files or directories, and the other values have none")
    func values() {
        func values(_ setting: KeyPath<Settings, Setting<some Sendable>>) -> SettingForm.Values? {
            Settings.row(named: Settings.name(setting))?.form.values
        }
        #expect(values(\.logFormat) == .words(["text", "json"]))
        #expect(values(\.showClaims) == .words(["true", "false"]))
        #expect(values(\.clientKeyFile) == .file)
        #expect(values(\.dataDirectory) == .directory)
        #expect(values(\.listen) == .any)
        for row in Settings.shown {
            #expect((row.form.values == .file) == (row.form.placeholder == "FILE"), "\(row.name)")
        }
    }

    @Test("The manual page names every command, option, setting, exit code, file and signal, in ASCII")
    func manual() throws {
        let page = ManualPage.text.replacing("\\-", with: "-")
        for command in Invocation.Command.allCases { #expect(page.contains("\n.TP\n\\fB\(command.line.inASCII)")) }
        for option in ["--settings FILE", "--version", "--help", "--settings-only", "--watch"] {
            #expect(page.contains("\n.TP\n\\fB\(option)\\fR\n"))
        }
        for row in Settings.shown {
            let isInFileAlone = row.form.kind == .tables
            let head = isInFileAlone ? row.name : "\(row.option) \(row.form.placeholder.inASCII)"
            let start = try #require(page.firstRange(of: "\n.TP\n\\fB\(head)\\fR\n"), "\(row.name)")
            let rest = page[start.upperBound...]
            let item = page[start.lowerBound..<(rest.firstRange(of: "\n.TP\n")?.lowerBound ?? rest.endIndex)]
            #expect(item.contains("Key \(row.name), "))
            #expect(item.contains(" \(row.environmentName).") != isInFileAlone)
            if case .words(let words) = row.form.values {
                for word in words { #expect(item.contains(word), "\(row.name)") }
            }
        }
        for code in [ExitCode.success, ExitCode.failure, ExitCode.settings] {
            #expect(page.contains("\n.TP\n\\fB\(code)\\fR\n"))
        }
        for word in ["SIGTERM, SIGINT", "SIGHUP", "session-keys", "latchkey.sqlite", "pending-endings.*"] {
            #expect(page.contains("\n.TP\n\\fB\(word)\\fR\n"))
        }
        #expect(otherThanASCII(page) == "")
    }

    @Test("No line of the manual page starts like a request of roff's unless it is one")
    func requests() {
        let requests = [".\\\"", ".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".br", ".nf", ".fi"]
        for line in ManualPage.text.split(separator: "\n") where line.first == "." || line.first == "'" {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    private func otherThanASCII(_ text: String) -> String { text.filter { !$0.isASCII } }
}
