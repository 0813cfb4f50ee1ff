/// A page whose form may have been refused.
protocol FormPage: Page {
    var problem: StepProblem? { get }
}

extension FormPage {
    /// Whether that was for what is in this field.
    func isRefused(_ field: StepField) -> Bool { problem?.fields.contains(field) == true }
}
