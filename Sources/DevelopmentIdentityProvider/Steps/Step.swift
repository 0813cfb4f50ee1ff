/// A form: how it looks, and what it does.
protocol Step: Sendable {
    func page(_ fields: StepFields, problem: StepProblem?, frame: StepFrame) -> any Page
    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome
}
