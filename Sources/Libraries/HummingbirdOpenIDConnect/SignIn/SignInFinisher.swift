import HTTPTypes
import Logging
import OpenIDConnect
import PortableFoundation
import SealedCookies
import SessionStorage
import WebSupport

/// Turns an authorization response into a session.
struct SignInFinisher: Sendable {
    let authority: SignInAuthority
    let rows: SessionRows
    let refresher: SessionRefresher
    let cookie: SessionCookie
    /// How long a session lasts, in seconds.
    let lifetime: Int64
    /// Whether the browser may bind sessions to its device.
    let bindsDevices: Bool

    /// Minimum time to the end that the authority sets for a session, in seconds.
    private static let shortestSession: Int64 = 30
    /// Maximum length of a context class that a session keeps, in bytes.
    private static let longestContextClass = 100

    private var relyingParty: RelyingParty { authority.relyingParty }

    /// Consumes the state of an attempt, once on all replicas.
    func consume(_ attempt: StoredAttempt, isSigningIn: Bool) async throws(SignInError) {
        let value = OneTimeValue(
            Array("state \(attempt.attempt.state)".utf8), expires: Date(seconds: attempt.expires))
        let isNew: Bool
        do {
            isNew =
                try await rows.cache.unsettled.consuming(value, now: rows.date) {
                    try await rows.store.consume(value) ? true : nil
                } repeated: {
                    true
                } ?? false
        } catch {
            throw SignInError(.storeUnavailable(isSigningIn: isSigningIn), reason: "\(error)")
        }
        guard isNew else { throw SignInError(.unknownSignIn) }
    }

    /// Checks a response, and starts a session or changes the existing one.
    ///
    /// - Returns: Whether a user is signed in; `false`: the policy did its work for a user who has to sign in next.
    /// - Throws: `OpenIDConnectError`, ``SignInError``.
    func finish(
        _ attempt: StoredAttempt, _ route: SignInRoute, _ response: AuthorizationResponse, in slot: RequestSession,
        browser: String, logger: Logger
    ) async throws -> Bool {
        let grant = try await self.grant(attempt, response)
        do {
            return try await accept(grant, attempt, route, in: slot, browser: browser, logger: logger)
        } catch {
            // No session has the tokens.
            await rows.revoke(tokens(grant, nil), at: authority.name)
            throw error
        }
    }

    private func accept(
        _ grant: Grant, _ attempt: StoredAttempt, _ route: SignInRoute, in slot: RequestSession, browser: String,
        logger: Logger
    ) async throws(SignInError) -> Bool {
        if attempt.attempt.acrValues != nil, !grant.idToken.claims.names.contains("acr") {
            logger.notice("acr_values was requested, but the ID token has no acr")
        }
        if let refusal = authority.refusal(of: grant.idToken.claims) { throw refusal }
        let end = grant.idToken.sessionExpiry
        if let end, end < rows.now() + Self.shortestSession {
            throw SignInError(
                .providerSessionExpired, reason: "session_expiry is \(end), the clock here says \(rows.now())")
        }
        if grant.idToken.hasUnusableSessionExpiry { logger.notice(SessionTokens.unusableExpiry) }
        let userInfo = await self.userInfo(grant)
        guard route.startsSession else { return try await change(grant, userInfo, in: slot) }
        // One may have become unusable while the user was at the authority.
        let old = slot.current ?? slot.unusable
        let session = try await start(grant, userInfo, attempt, replacing: old, in: slot, browser)
        SignInEvent.signIn.log(to: logger, session: session, grant.policy.map { ["policy": "\($0)"] } ?? [:])
        return true
    }

    private func grant(_ attempt: StoredAttempt, _ response: AuthorizationResponse) async throws(OpenIDConnectError)
        -> Grant
    {
        do {
            return try await relyingParty.finish(attempt.attempt, response)
        } catch {
            await rows.revoke(
                refreshToken: error.newRefreshToken, accessToken: error.newAccessToken, policy: attempt.attempt.policy,
                at: authority)
            throw error
        }
    }

    private func start(
        _ grant: Grant, _ userInfo: Claims?, _ attempt: StoredAttempt, replacing old: Session?,
        in slot: RequestSession, _ browser: String
    ) async throws(SignInError) -> Session {
        let now = rows.now()
        let tokens = tokens(grant, userInfo)
        let session = Session(
            id: SessionID(), authority: authority.name, policy: grant.policy, identity: grant.identity,
            user: grant.user, name: tokens.name, started: now,
            expires: min(now + lifetime, grant.idToken.sessionExpiry ?? .max), lastUsed: now,
            authenticated: grant.idToken.authenticated,
            contextClass: grant.idToken.contextClass.flatMap {
                $0.utf8.count <= Self.longestContextClass ? $0 : nil
            }, stepUp: attempt.stepUp.map(StepUpMark.init), cause: attempt.cause,
            binding: bindsDevices ? .offered : .unbound, accessToken: tokens.accessToken)
        let record = SessionRecord(
            id: session.id, user: session.user.text, scope: relyingParty.users.scope(ofIssuer: grant.identity.issuer),
            issuer: grant.identity.issuer, subject: grant.identity.subject, providerSession: grant.idToken.sessionID,
            authority: authority.name, started: Date(seconds: now), expires: session.expiryDate,
            lastUsed: Date(seconds: now), browser: browser)
        // A session that is too large must not replace the existing one.
        try cookie.check(session)
        let ended: [RemovedSession]
        do {
            let sealed = try rows.seal.seal(
                tokens, of: session.id, authority: authority.name, expires: session.expires)
            ended = try await rows.store.insert(
                record, tokens: sealed, replacing: old?.id,
                limits: rows.limits)
        } catch is SignInLimitError {
            throw SignInError(.signInLimit)
        } catch {
            throw SignInError(.storeUnavailable(isSigningIn: slot.current == nil), reason: "\(error)")
        }
        if let old { rows.cache.ended.insert(old.id, until: old.expiryDate, isStored: true) }
        // An idle-expired one had ended before, and one without a row was ended by another request.
        if let current = slot.current, ended.contains(where: { $0.id == current.id }) {
            rows.metrics.endedSessions.count(.replaced)
            rows.log(.replaced, current.key)
        }
        await rows.end(ended.filter { $0.id != old?.id }, displacedBy: record)
        slot.store(session, tokens)
        return session
    }

    private func tokens(_ grant: Grant, _ userInfo: Claims?) -> SessionTokens {
        SessionTokens(
            policy: grant.policy, name: UserName.of(grant.idToken.claims, userInfo: userInfo),
            accessToken: AccessToken(grant.tokens.accessToken, expires: grant.tokens.expiry, now: rows.now()),
            refreshToken: grant.tokens.refreshToken, idToken: grant.tokens.idToken, userInfo: userInfo?.json)
    }

    /// The response of a profile or password-reset policy changes the claims of the user who is signed in.
    private func change(_ grant: Grant, _ userInfo: Claims?, in slot: RequestSession) async throws(SignInError)
        -> Bool
    {
        guard let current = slot.current, current.authority == authority.name, current.user == grant.user else {
            return false
        }
        let name = UserName.of(grant.idToken.claims, userInfo: userInfo)
        do throws(SessionRowError) {
            let tokens = try await refresher.update(current.key) { tokens in
                tokens.policyIDToken = grant.idToken.raw
                tokens.userInfo = userInfo?.json
                tokens.name = name
                tokens.limit(to: grant.idToken.sessionExpiry)
            }
            slot.store(current.with(tokens), tokens)
            return true
        } catch {
            if case .ended = error { return false }
            throw SignInError(row: error)
        }
    }

    /// UserInfo, requested only if the ID token has no name.
    ///
    /// A sign-in doesn't fail because there is no name.
    private func userInfo(_ grant: Grant) async -> Claims? {
        guard grant.idToken.claims[string: "name"] == nil else { return nil }
        do {
            return try await relyingParty.userInfo(
                accessToken: grant.tokens.accessToken, subject: grant.identity.subject, policy: grant.policy)
        } catch {
            rows.logger.notice("UserInfo is not used", metadata: ["reason": "\(authority.located(error))"])
            return nil
        }
    }
}
