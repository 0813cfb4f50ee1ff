import PageSupport

/// A page's model; the template of the same name renders it.
protocol ProviderPage: Sendable {
    func render(into html: inout HTML)
}

/// A page whose form may have been refused.
protocol FormPage: ProviderPage {
    var problem: StepRefusal? { get }
}

extension FormPage {
    /// Whether it was refused because of this field.
    func isRefused(_ field: StepField) -> Bool { problem?.fields.contains(field) == true }
}

/// Posts an authorization response to the client (OAuth 2.0 Form Post Response Mode).
struct FormPostPage: ProviderPage {
    let action: String
    let hiddenFields: [HiddenInput]
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
