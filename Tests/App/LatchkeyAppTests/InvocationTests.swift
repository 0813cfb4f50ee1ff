import Testing

@testable import LatchkeyApp

@Suite struct InvocationTests {
    @Test(
        "The arguments name a command, serve if they name none",
        arguments: [
            ([], Invocation.run(.serve, [])), (["serve"], .run(.serve, [])),
            (["--listen", "x"], .run(.serve, ["--listen", "x"])),
            (["check", "--settings", "f"], .run(.check, ["--settings", "f"])), (["key"], .run(.key, [])),
            (["selftest"], .run(.selftest, [])), (["completions", "zsh"], .run(.completions, ["zsh"])),
            (["manual"], .run(.manual, [])), (["--version"], .version),
            (["serve", "--version"], .version), (["--help"], .help(nil)), (["-h"], .help(nil)), (["help"], .help(nil)),
            (["help", "check"], .help(.check)),
            (["serve", "--help"], .help(.serve)), (["key", "-h"], .help(.key)), (["sreve"], .unknown("sreve")),
        ])
    func invocation(arguments: [String], meaning: Invocation) {
        #expect(Invocation(arguments) == meaning)
    }

    @Test(
        "Help of serve and check lists every setting, its default too, in lines that fit",
        arguments: [Invocation.Command.serve, .check])
    func help(command: Invocation.Command) {
        let help = HelpText.of(command)
        for setting in Settings.shown {
            let isInFileAlone = setting.form.kind == .tables
            let start = isInFileAlone ? setting.name : "\(setting.option) \(setting.form.placeholder)"
            #expect(help.contains("  \(start)\n"))
        }
        #expect(help.contains("Default: 43200."))
        #expect(
            help.contains("  --client-id TEXT\n      * ") && help.contains("  --listen HOST:PORT\n      Where"), "marks"
        )
        #expect(!help.contains("--user-id"))
        for row in CheckOptions.rows { #expect(help.contains("  \(row.name)\n") == (command == .check)) }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test("General help names every command")
    func generalHelp() {
        for command in Invocation.Command.allCases { #expect(HelpText.of(nil).contains("\n  \(command.rawValue) ")) }
    }

    @Test(
        "Wrong settings end with exit code 78, an unknown command with 1",
        arguments: [
            (["--cleint-id", "x"], 78), (["check", "--listen", "x"], 78),
            (["check", "--settings-only", "--listen", "x"], 78),
            (["serve", "--settings-only"], 78), (["key", "--x"], 78),
            (["selftest", "--x"], 78), (["sreve"], 1), (["completions"], 78), (["completions", "sh"], 78),
            (["completions", "bash", "zsh"], 78), (["manual", "--x"], 78),
            (["--version"], 0),
            (["--help"], 0),
        ] as [([String], Int32)])
    func exitCodes(arguments: [String], code: Int32) async {
        #expect(await Latchkey.run(arguments, environment: [:]) == code)
    }
}
