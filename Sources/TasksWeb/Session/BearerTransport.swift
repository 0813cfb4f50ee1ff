import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SessionRegistry

/// Sends requests with the access token of one request's session.
///
/// The token is refreshed before it expires. If it is refused, it is refreshed once and the request sent once more.
struct BearerTransport: Transport {
    /// How soon after a sign-in a refusal counts as the response to it, in seconds.
    private static let soon: Int64 = 120

    let base: any Transport
    let refresher: SessionRefresher
    let register: SessionRegister
    let clock: Clock
    let slot: SessionSlot

    /// - Throws: ``PageError`` if there is no token that holds, and what the transport below throws.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        request.correlate()
        guard var session = try await current() else { throw PageError(.notSignedIn) }
        var isNew = false
        while true {
            request.head.headerFields[.authorization] = "Bearer \(session.accessToken)"
            let response = try await base.send(request)
            guard response.status == .unauthorized else {
                if response.status.kind == .successful { noteAccepted() }
                return response
            }
            // A token that another request's refresh has left in the store is tried first, and is no new one.
            guard !isNew, session.refreshToken != nil, let next = try await refresh(session) else {
                throw await refused(session)
            }
            (session, isNew) = (next.session, next.isNew)
        }
    }

    /// The session, with an access token that is not about to expire.
    private func current() async throws -> Session? {
        guard let session = slot.session, session.isExpiring(at: clock.now()), session.refreshToken != nil else {
            return slot.session
        }
        do {
            return try await refresh(session)?.session
        } catch let error as PageError {
            // The token still holds for a while: the provider's trouble needn't be the user's yet.
            guard !session.isExpired(at: clock.now()) else { throw error }
            return session
        }
    }

    /// A refreshed session, stored in the slot; `nil` if the session has ended, and the slot is empty.
    private func refresh(_ session: Session) async throws -> SessionRefresher.Refreshed? {
        do {
            let next = try await refresher.refresh(session, unusable: session.accessToken)
            slot.store(next.session)
            return next
        } catch let over as SessionRefresher.SessionOver {
            over.wasEnded ? slot.leave() : slot.clear()
            return nil
        } catch let error as OpenIDConnectError {
            throw PageError(error)
        }
    }

    /// The API has accepted a token of this sign-in: a refusal that comes later is no response to it.
    private func noteAccepted() {
        guard var session = slot.session, session.followsRefusal else { return }
        session.followsRefusal = false
        slot.store(session)
    }

    private func refused(_ session: Session) async -> PageError {
        if session.followsRefusal, clock.now() - session.begun < Self.soon { return PageError(.refusedByAPIAgain) }
        let wasEnded = register.ended.contains(session.handle)
        await register.end(session)
        // If the refresh has found the session ended, it knows who ended it.
        if slot.session != nil { wasEnded ? slot.leave() : slot.clear() }
        return PageError(.refusedByAPI)
    }
}
