/// The line that says how a module went.
struct ResultLine {
    private static let nameWidth = 66

    let name: String
    let plan: Plan
    /// What was seen that should not have been.
    let shortfall: String?

    var text: String {
        let padding = String(repeating: " ", count: max(1, Self.nameWidth - name.count))
        return shortfall.map { "FAILED  \(name): \($0) (\(plan.rawValue))" }
            ?? "passed  \(name)\(padding)(\(plan.rawValue))"
    }
}
