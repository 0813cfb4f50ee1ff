import FoundationEssentials
import HTTPTransport
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect
import SealedCookies
import SessionRegistry

/// Turns an answer of the authority into a session.
struct SignInFlow: Sendable {
    /// What an answer led to.
    enum Outcome: Sendable {
        /// Somebody is signed in.
        case signedIn(Session)
        /// The person who was signed in before has other claims.
        case changed(Session)
        /// The policy did its work for somebody who is not signed in here: sign in next.
        case signInNext
    }

    let relyingParty: RelyingParty
    let register: SessionRegister
    let refresher: SessionRefresher
    let configuration: TasksWebConfiguration
    let clock: Clock

    /// Ends a sign-in: checks its answer, and makes the session or changes the one that is there.
    func finish(
        _ pending: PendingSignIn, _ response: AuthorizationResponse, in slot: SessionSlot, browser: String,
        logger: Logger
    ) async throws -> Outcome {
        let grant = try await relyingParty.finish(pending.attempt, response)
        if pending.attempt.acrValues != nil, !grant.idToken.claims.names.contains("acr") {
            logger.notice("acr_values was requested, but the ID token has no acr")
        }
        guard pending.kind.changesPersonOnly else {
            // One may have lapsed while the person was at the authority.
            return .signedIn(try await begin(grant, pending, replacing: slot.session ?? slot.lapsed, browser: browser))
        }
        guard let current = slot.session, current.user == grant.user else { return .signInNext }
        let userInfo = await self.userInfo(grant)
        let name = PersonName.of(grant.idToken.claims, userInfo: userInfo)
        do {
            let changed = try await refresher.update(current) { session in
                session.idToken = grant.idToken.raw
                session.userInfo = userInfo.map(Self.shown)
                session.name = name
            }
            return .changed(changed)
        } catch is SessionRefresher.SessionOver {
            return .signInNext
        }
    }

    private func begin(_ grant: Grant, _ pending: PendingSignIn, replacing old: Session?, browser: String) async throws
        -> Session
    {
        let now = clock.now()
        let userInfo = await self.userInfo(grant)
        var session = Session(
            handle: SessionHandle(), issuer: grant.identity.issuer, subject: grant.identity.subject, user: grant.user,
            policy: grant.policy,
            name: PersonName.of(grant.idToken.claims, userInfo: userInfo), begun: now,
            end: now + configuration.sessionLifetime.components.seconds, lastUsed: now,
            followsRefusal: pending.followsRefusal,
            followsInteraction: pending.followsInteraction, accessToken: grant.tokens.accessToken,
            refreshToken: grant.tokens.refreshToken,
            refreshTokenExpiry: grant.tokens.refreshToken == nil
                ? nil : grant.tokens.refreshTokenExpiry.map { Int64($0.timeIntervalSince1970) },
            idToken: grant.tokens.idToken, userInfo: userInfo.map(Self.shown))
        session.setAccessTokenExpiry(grant.tokens.expiry, issued: now)
        try await register.begin(
            session, scope: relyingParty.users.scope(ofIssuer: session.issuer),
            providerSession: grant.idToken.sessionID,
            browser: browser, replacing: old)
        return session
    }

    /// The claims as the page of claims shows them, in a form that a cookie can hold.
    private static func shown(_ claims: Claims) -> String {
        FormBody(claims.printable.map { (name: $0.name, value: $0.value) }).encoded
    }

    /// UserInfo, asked only where the ID token names nobody.
    ///
    /// A sign-in doesn't fail for want of a name.
    private func userInfo(_ grant: Grant) async -> Claims? {
        guard grant.idToken.claims[string: "name"] == nil else { return nil }
        return try? await relyingParty.userInfo(
            accessToken: grant.tokens.accessToken, subject: grant.identity.subject, policy: grant.policy)
    }
}
