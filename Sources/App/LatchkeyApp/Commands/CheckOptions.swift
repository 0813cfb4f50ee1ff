/// The options of `latchkey check` that aren't settings.
struct CheckOptions: Equatable {
    static let rows = [
        CommandOption(
            name: settingsOnly, form: nil,
            help: "Read settings, files and keys only: contact nobody, and don't try the addresses to listen at."),
        CommandOption(
            name: watch, form: nil,
            help: "Repeat the check every minute, and print what has changed, until a signal ends it."),
    ]
    private static let settingsOnly = "--settings-only"
    private static let watch = "--watch"

    let scope: CheckScope
    let repeats: Bool
    /// The other arguments.
    let settings: [String]

    /// - Parameter arguments: The arguments after the command.
    init(_ arguments: [String]) {
        scope = arguments.contains(Self.settingsOnly) ? .settingsOnly : .everything
        repeats = arguments.contains(Self.watch)
        settings = arguments.filter { argument in !Self.rows.contains { $0.name == argument } }
    }
}
