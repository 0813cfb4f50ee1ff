import PageSupport

/// A page's model; the template of the same name renders it.
protocol ProviderPage: Sendable {
    func render(into html: inout HTML)
}

/// A field that a form carries unseen.
struct HiddenInput: Sendable {
    let name: String
    let value: String
}

/// The frame of every page.
struct ProviderLayout: Sendable {
    let title: String
}

/// An error that no client may get.
struct ProviderErrorPage: ProviderPage {
    let title: String
    let message: String
    /// The application's address, if the request came from the registered one.
    var clientURL: String?
}

/// The page after the browser's session here has ended.
struct ProviderSignedOutPage: ProviderPage {}
