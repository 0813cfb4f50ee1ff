import HTTPTypes

/// An error that is shown in the browser, because no client could be trusted with it.
struct ProviderPageError: Error, Sendable {
    let status: HTTPResponse.Status
    let title: String
    let message: String
    /// Whether the page links to the registered application: not if another one may have led here.
    var leadsBack = false

    static let unknownClient = ProviderPageError(
        status: .badRequest, title: "The application is not known here",
        message: "The request's client_id isn't registered at this provider. Compare the setting clientId.")
    static let unknownRedirectURI = ProviderPageError(
        status: .badRequest, title: "The redirect URI is not registered",
        message: "The request's redirect_uri isn't the registered one, to the letter. Compare the setting redirectUri.")
    static let unknownPostLogoutURI = ProviderPageError(
        status: .badRequest, title: "The redirect URI is not registered",
        message: """
            You are signed out here. The request's post_logout_redirect_uri isn't a registered one, so there is no way \
            on from here.
            """
    )
    static let staleForm = ProviderPageError(
        status: .badRequest, title: "This page is no longer valid",
        message: """
            It is too old, or comes from another browser, or cookies are off. Go back to the application and begin \
            again.
            """,
        leadsBack: true)
}
