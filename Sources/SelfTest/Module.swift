/// One module: a name, and what it does.
struct Module: Sendable {
    let name: String
    let trial: @Sendable (Bench) async throws -> Void

    /// - Returns: What was seen that should not have been; `nil` where the module passed.
    func run(on bench: Bench) async -> String? {
        do {
            try await trial(bench)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
