import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect

/// Ends a session here and at the authority.
struct SignOut: Sendable {
    /// What a browser is to forget beside our cookies (`Clear-Site-Data`).
    static let clearedData = "\"storage\""
    /// How long the provider may take where the database couldn't be reached before.
    private static let patience = Duration.milliseconds(400)

    let relyingParty: RelyingParty
    let refresher: SessionRefresher
    let signInCookies: SignInCookies
    let rounds: SignInRounds
    let undo: UndoCookies
    let names: SiteCookies
    let configuration: TasksWebConfiguration

    /// Ends the session, and sends the browser to the authority to end the one there.
    ///
    /// What the authority doesn't do of it keeps nobody signed in here, and is told to the log.
    func end(
        _ session: Session, in slot: SessionSlot, cookies: RequestCookies, setting responseCookies: ResponseCookies,
        logger: Logger
    ) async throws -> Response {
        responseCookies.add(expiring(cookies))
        let (newest, place) = await refresher.end(session)
        slot.clear()
        guard place == .database else {
            throw await pageError(for: newest, isOnDisk: place == .file, logger: logger)
        }
        await relyingParty.revokeTokens(of: newest, logger: logger)
        let next = await placeAtAuthority(idTokenHint: newest.idToken, policy: newest.policy, logger: logger)
        return leaving(for: next?.description ?? SitePath.signedOut)
    }

    /// The page for a session whose end waits for the database.
    ///
    /// A provider that is slow holds it up no longer than for ``patience``; the revocation goes on.
    private func pageError(
        for session: Session, isOnDisk: Bool, logger: Logger
    ) async -> PageError {
        let deadline = ContinuousClock.now + Self.patience
        async let revocation: Void? = withDeadline(deadline) {
            await relyingParty.revokeTokens(of: session, logger: logger)
        }
        // The page shows the address, so it holds no token: `client_id` has to do.
        async let place = withDeadline(deadline) {
            await placeAtAuthority(idTokenHint: nil, policy: session.policy, logger: logger)
        }
        _ = try? await revocation
        let next = (try? await place) ?? nil
        return PageError(.signedOutHereOnly(next: next?.description, isOnDisk: isOnDisk))
    }

    /// The answer for a browser that has no session any more: what else of ours lies there goes all the same.
    func withoutSession(cookies: RequestCookies, setting responseCookies: ResponseCookies) -> Response {
        responseCookies.add(expiring(cookies))
        return leaving(for: SitePath.signedOut)
    }

    private func placeAtAuthority(idTokenHint: String?, policy: String?, logger: Logger) async -> HTTPURL? {
        do {
            return try await relyingParty.signOutURL(
                idTokenHint: idTokenHint, policy: policy,
                postLogoutRedirectURI: configuration.redirectURI.replacing(path: SitePath.signedOut).description,
                state: nil)
        } catch {
            logger.warning("the session at the authority is not ended at sign-out", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func leaving(for target: String) -> Response {
        var response = Response.seeOther(target)
        response.headers[.clearSiteData] = Self.clearedData
        return response
    }

    /// The fields that take away all that isn't the session and isn't meant to outlive it.
    private func expiring(_ cookies: RequestCookies) -> [String] {
        let kept = cookies.names(withPrefix: names.pendingFormPrefix).map(names.expiring)
        return signInCookies.expiringAll(in: cookies) + rounds.expiring(in: cookies) + undo.expiring(in: cookies) + kept
    }
}
