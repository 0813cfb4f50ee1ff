import HTTPTransport
import HTTPTypes
public import HummingbirdTesting
public import MisbehavingProvider

/// Signs users in at an application under test, with whatever setup of `application.test(_:)`.
extension TestClientProtocol {
    /// A browser that is not signed in.
    ///
    /// - Parameter user: The user who signs in with it; `nil` for `test.provider.user` at that time.
    public func browser(of user: ScriptedUser? = nil, in test: SignInTest) -> Browser {
        Browser(
            site: test.redirectURI,
            transport: TestNetwork(
                provider: test.provider, application: InProcessTransport(self), user: user))
    }

    /// A browser in which a user has signed in, on the page that the application leads to.
    ///
    /// - Parameters:
    ///   - user: The user, with the claims of choice.
    ///   - path: A path that starts a sign-in; a page that needs one leads there as well.
    /// - Throws: ``WebPageError`` if the user isn't signed in then, with the reason and the remedy.
    public func signIn(
        as user: ScriptedUser = .alice, at path: String = "/sign-in", in test: SignInTest
    ) async throws -> Browser {
        let browser = browser(of: user, in: test)
        var page = try await browser.get(path)
        for _ in 0..<5 where page.location?.hasPrefix("/") == true { page = try await browser.follow(page) }
        try await SignInSteps(test: test, browser: browser).signIn(from: page)
        return browser
    }

    /// Ends a user's sessions from the provider's side (OpenID Connect Back-Channel Logout 1.0, section 2.5).
    ///
    /// - Parameters:
    ///   - user: The user whose `sub` the logout token has.
    ///   - path: `SignInOptions.backChannelLogoutPath`.
    /// - Throws: ``WebPageError`` if the application refuses the logout token.
    public func endSessions(
        of user: ScriptedUser, at path: String = "/sign-in/back-channel-logout", in test: SignInTest
    ) async throws {
        let token = try test.provider.logoutToken(subject: user.subject)
        let page = try await browser(in: test).post(path, FormBody([("logout_token", token)]), from: [:])
        guard page.status == .ok else { throw WebPageError(page, "refuses the provider's logout token") }
    }
}
