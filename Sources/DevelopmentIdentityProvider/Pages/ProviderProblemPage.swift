/// Says what went wrong where no client may be told.
struct ProviderProblemPage: Page {
    let title: String
    let message: String
    /// Where the application is, if it is the registered one that led here.
    var clientURL: String?
}
