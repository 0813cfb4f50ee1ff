import OpenIDConnect
import SessionRegistry

/// Lends a person's access token to a call of the API, refreshed where that is needed.
struct AccessTokens: Sendable {
    /// How soon after a sign-in a refusal counts as the answer to it, in seconds.
    private static let soon: Int64 = 120

    let refresher: SessionRefresher
    let register: SessionRegister
    let clock: Clock

    /// Calls with a token that holds; where the API refuses it, refreshes once and calls once more.
    ///
    /// A token that another request's refresh has left in the register is tried first, and doesn't count as that
    /// refresh.
    func call<Result: Sendable>(for slot: SessionSlot, _ operation: (String) async throws -> Result) async throws
        -> Result
    {
        guard var session = try await current(slot) else { throw PageError(.notSignedIn) }
        var isNew = false
        while true {
            do {
                let result = try await operation(session.accessToken)
                noteTaken(slot)
                return result
            } catch is TasksAPIClient.Unauthorized {
                guard !isNew, session.refreshToken != nil, let next = try await refresh(slot, session) else {
                    throw try await refused(slot, session)
                }
                (session, isNew) = (next.session, next.isNew)
            }
        }
    }

    /// The session, with an access token that is not about to end.
    private func current(_ slot: SessionSlot) async throws -> Session? {
        guard let session = slot.session, session.isExpiring(at: clock.now()), session.refreshToken != nil else {
            return slot.session
        }
        do {
            return try await refresh(slot, session)?.session
        } catch let error as PageError {
            // The token still holds for a while: the authority's trouble needn't be the person's yet.
            guard !session.isExpired(at: clock.now()) else { throw error }
            return session
        }
    }

    /// A refreshed session, stored in the slot; `nil` where the session is over, and the slot is empty.
    private func refresh(_ slot: SessionSlot, _ session: Session) async throws -> SessionRefresher.Refreshed? {
        do {
            let next = try await refresher.refresh(session, unusable: session.accessToken)
            slot.store(next.session)
            return next
        } catch let over as SessionRefresher.SessionOver {
            over.wasEnded ? slot.leave() : slot.clear()
            return nil
        } catch let error as OpenIDConnectError {
            throw PageError(providerFault: error)
        }
    }

    /// The API has taken a token of this sign-in: a refusal that comes later is no answer to it.
    private func noteTaken(_ slot: SessionSlot) {
        guard var session = slot.session, session.followsRefusal else { return }
        session.followsRefusal = false
        slot.store(session)
    }

    private func refused(_ slot: SessionSlot, _ session: Session) async throws -> PageError {
        if session.followsRefusal, clock.now() - session.begun < Self.soon { return PageError(.refusedByAPIAgain) }
        let wasEnded = register.ended.contains(session.handle)
        await register.end(session)
        // Where the refresh has found the session over, it knows who ended it.
        if slot.session != nil { wasEnded ? slot.leave() : slot.clear() }
        return PageError(.refusedByAPI)
    }
}
