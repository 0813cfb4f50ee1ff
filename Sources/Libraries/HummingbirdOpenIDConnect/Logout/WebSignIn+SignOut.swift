import HTTPTransport
import HTTPTypes
public import Hummingbird
public import Logging
import OpenIDConnect
import SystemSupport
import WebSupport

extension WebSignIn {
    /// How long the authority may take if the store is unreachable, because the page has to come soon.
    private static var patience: Duration { .milliseconds(400) }
    /// How long a sign-out waits for a refresh, whose tokens are then revoked before the response.
    ///
    /// This wait is part of the time that a sign-out waits for revocations.
    private static var refreshPatience: Duration { .seconds(1) }

    /// Ends the session of a request, revokes its tokens, and sends the browser to the authority to end the session
    /// there.
    ///
    /// Copies of the cookie are refused from now on. Failures of the authority are logged; the session ends regardless.
    ///
    /// The request's session expires the sign-in's cookies with whatever response is sent.
    ///
    /// - Returns: A redirect, to ``SignInOptions/signedOutPath`` in the end.
    /// - Throws: ``SignInError/Kind/signedOutLocally(next:isOnDisk:)`` if the store can't be reached.
    public func signOut(_ request: Request, in slot: RequestSession, logger: Logger) async throws(SignInError)
        -> Response
    {
        guard let session = slot.current ?? slot.unusable else {
            // Without a session it isn't known whose form it is, so another site's form clears nothing.
            guard request.source(at: origin) != .anotherSite else { return Response(seeOther: signedOutPath) }
            // A session whose device isn't proven goes on, but not in this browser.
            slot.clear()
            return leaving(for: signedOutPath, slot)
        }
        let (stored, place) = await rows.end(session.id, until: session.expiryDate, because: .signOut)
        if stored != nil || place != .store {
            SignInEvent.signOut.log(to: logger, session: session, ["stored": "\(place.rawValue)"])
        }
        // A refresh that is under way revokes its new tokens itself, but may take as long as the authority.
        let deadline = ContinuousClock.now + SessionRows.revocationPatience
        if place == .store {
            _ = try? await withDeadline(.now + Self.refreshPatience) { [refresher] in
                await refresher.settle(session.id)
            }
        }
        slot.clear()
        let tokens = stored.flatMap { rows.seal.open($0, of: session.id, now: now()) }
        guard place == .store else {
            throw await signedOutLocally(session, tokens, isOnDisk: place == .file, slot, logger)
        }
        async let revocation: Void = { [rows] in
            if let tokens { await rows.revoke(tokens, at: session.authority, before: deadline) }
        }()
        let next = await endSession(session, tokens, logger)
        _ = await revocation
        return leaving(for: next?.description ?? signedOutPath, slot)
    }

    private var signedOutPath: String { options.signedOutPath ?? options.homePath }

    /// The error for a session whose ending waits for the store.
    ///
    /// A slow authority delays the page by at most ``patience``; the revocation continues.
    private func signedOutLocally(
        _ session: Session, _ tokens: SessionTokens?, isOnDisk: Bool, _ slot: RequestSession, _ logger: Logger
    ) async -> SignInError {
        let deadline = ContinuousClock.now + Self.patience
        async let revocation: Void = { [rows] in
            if let tokens { await rows.revoke(tokens, at: session.authority, before: deadline) }
        }()
        // The page shows the address, so it has `client_id` instead of a token.
        async let place = withDeadline(deadline) {
            await self.endSession(session, tokens, isHintSent: false, logger)
        }
        _ = await revocation
        let next = (try? await place) ?? nil
        expireCookies(slot)
        return SignInError(.signedOutLocally(next: next?.description, isOnDisk: isOnDisk))
    }

    private func endSession(
        _ session: Session, _ tokens: SessionTokens?, isHintSent: Bool = true, _ logger: Logger
    ) async -> HTTPURL? {
        let authority =
            tokens.map { rows.issuer(of: $0.idToken, named: session.authority) } ?? self.authority(of: session)
        guard let authority else { return nil }
        do {
            return try await authority.relyingParty.signOutURL(
                idTokenHint: isHintSent ? tokens?.idToken : nil, policy: session.policy,
                postLogoutRedirectURI: origin + signedOutPath, state: nil)
        } catch {
            SignInEvent.providerSignOutFailed.log(to: logger, session: session, error: error)
            return nil
        }
    }

    private func leaving(for target: String, _ slot: RequestSession) -> Response {
        expireCookies(slot)
        var response = Response(seeOther: target)
        response.headers[.clearSiteData] = SignInError.clearedData
        return response
    }

    /// Expires all cookies but the session's that are not meant to outlive it.
    private func expireCookies(_ slot: RequestSession) {
        let cookies = slot.cookies
        let others = [loopGuard.cookie, deviceCookie] + options.signOutCookies.map(chunkedCookie)
        slot.setCookies(
            attempts.expiringAll(in: cookies) + others.flatMap { $0.expiring(in: cookies) }
                + pendingForms.expiringAll(in: slot))
    }
}

extension SignInError {
    /// The data that a browser removes at sign-out in addition to cookies (`Clear-Site-Data`).
    static let clearedData = "\"storage\""
}
