/// Says what went wrong where no client may be told.
struct ProviderProblemPage: Page {
    let title: String
    let message: String
}
