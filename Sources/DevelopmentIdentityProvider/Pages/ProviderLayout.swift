/// What surrounds every page.
struct ProviderLayout: Sendable {
    let title: String
}
