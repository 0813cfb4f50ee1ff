import HTTPTransport
import HTTPTypes
import MisbehavingProvider

/// The steps of a sign-in that has to succeed; each failure says what the application lacks.
struct SignInSteps {
    let test: SignInTest
    let browser: Browser

    /// Goes to the provider and back, and to the page that follows.
    func signIn(from start: WebPage) async throws {
        guard let address = start.location else {
            throw WebPageError(start, start.status == .notFound ? Remedy.noRoute : Remedy.noProvider)
        }
        guard address.hasPrefix("\(test.provider.url.origin)/") else {
            throw WebPageError(start, Remedy.otherProvider)
        }
        let response = try await browser.follow(start)
        guard response.location != nil || !response.forms.isEmpty else {
            throw WebPageError(response, "refuses the request: \(test.provider.problems.joined(separator: "; "))")
        }
        let page = try await browser.finishSignIn(from: response)
        guard page.location != nil, page.cookies.contains(where: isOfSession) else {
            throw WebPageError(page, page.status == .notFound ? Remedy.noRedirectRoute : Remedy.noSession)
        }
        let shown = try await browser.follow(page)
        if shown.status == .serviceUnavailable { throw WebPageError(shown, Remedy.notPrepared) }
        if shown.status == .unauthorized || shown.locationPath == start.url.path {
            throw WebPageError(shown, Remedy.cookieRefused)
        }
    }

    /// Whether a response's cookie can be a session's: the loop guard's is set also without one.
    private func isOfSession(_ cookie: SetCookie) -> Bool { !cookie.isExpiring && !cookie.name.hasSuffix("-rounds") }
}

/// The faults, each with what the application's author can do.
private enum Remedy {
    static let noRoute = "is no route: add the sign-in to the router (WebSignIn.add(to:)), or name its path (at:)"
    static let noProvider =
        "starts no sign-in: the application's relying party has to send its requests through SignInTest.provider"
    static let otherProvider =
        "leads to another provider: the application needs the registration of SignInTest.configuration"
    static let noRedirectRoute =
        "is no route, but the redirect URI: give SignInTest the redirect URI that the application has"
    static let noSession =
        "starts no session: either the provider has been told to refuse, or the application refuses the user"
    static let notPrepared =
        "accepts no session yet: application.beforeServerStarts(perform: signIn.prepare), and signIn among its services"
    static let cookieRefused =
        "refuses the cookie of the session that has just started: one WebSignIn has to be behind all routes, with the"
        + " clock of its relying party"
}
