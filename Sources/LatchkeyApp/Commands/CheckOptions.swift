/// The options of `latchkey check` that aren't settings.
struct CheckOptions: Equatable {
    /// The options and their help.
    static let rows = [
        (
            option: settingsOnly,
            help: "Read settings, files and keys only: contact nobody, and don't try the addresses to listen at."
        )
    ]
    private static let settingsOnly = "--settings-only"

    let scope: CheckScope
    /// The other arguments.
    let settings: [String]

    /// - Parameter arguments: Those after the command.
    init(_ arguments: [String]) {
        scope = arguments.contains(Self.settingsOnly) ? .settingsOnly : .everything
        settings = arguments.filter { argument in !Self.rows.contains { $0.option == argument } }
    }
}
