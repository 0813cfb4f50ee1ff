import Logging
import OpenIDConnect
import PortableFoundation
import SessionStorage
import SystemSupport

/// The newest tokens of a session, and how often they have been replaced.
struct TokenRow: Sendable {
    let tokens: SessionTokens
    let counter: Int64
}

/// Why a session's row can't be read or changed.
enum SessionRowError: Error, Sendable {
    /// The session has ended; `elsewhere` if another request has ended it, which may have given the browser a new one.
    case ended(elsewhere: Bool)
    /// The session has no refresh token.
    case noRefreshToken
    case provider(OpenIDConnectError)
    /// A refreshed ID token lacks a required claim, which has ended the session.
    case claimMissing(SignInError)
    /// The refreshed access token doesn't fit into the session's cookies.
    case tooLarge(SignInError)
    case storeUnavailable(reason: String)
}

/// Reads and ends the rows of sessions.
struct SessionRows: Sendable {
    /// The place where the end of a session is stored.
    enum EndingPlace: String, Sendable {
        case store
        /// On disk, until the store is reachable.
        case file
        /// Only in this process, until the store is reachable.
        case memory
    }

    /// How long a call waits for the store if a page has to come soon; after that the store counts as unreachable.
    static let patience = Duration.milliseconds(1200)

    let store: any SessionStore
    let cache: SessionCache
    let seal: SessionTokenSeal
    /// By name.
    let authorities: [String: SignInAuthority]
    let limits: SessionLimits
    let idleSeconds: Int64
    let metrics = SignInMetrics()
    let revocations = RevocationQueue()
    let displacements = Displacements()
    let logger: Logger
    let now: @Sendable () -> Int64

    var date: Date { Date(seconds: now()) }

    /// The session's row, or what waits in memory to replace it.
    ///
    /// A row that is missing, or doesn't open, ends the session.
    func row(of session: SessionKey) async throws(SessionRowError) -> TokenRow {
        let stored: StoredTokens?
        if let waiting = cache.pending.tokens(of: session.id) {
            stored = waiting
        } else {
            stored = try await reach { try await store.tokens(of: session.id) }
        }
        return try await row(stored, of: session)
    }

    /// The store's result, opened.
    func row(_ stored: StoredTokens?, of session: SessionKey) async throws(SessionRowError) -> TokenRow {
        guard let stored, stored.authority == session.authority else {
            cache.ended.insert(session.id, until: session.expiryDate)
            throw .ended(elsewhere: true)
        }
        guard let tokens = seal.open(stored, of: session.id, now: now()) else {
            await end(session, because: .unreadable)
            throw .ended(elsewhere: false)
        }
        if let end = tokens.sessionExpiry, end <= now() {
            await self.end(session, because: .expired)
            throw .ended(elsewhere: false)
        }
        return TokenRow(tokens: tokens, counter: stored.counter)
    }

    /// Ends a session of a request, and logs it unless another request has ended it.
    ///
    /// Its tokens are of no use any more, so they aren't revoked.
    func end(_ session: SessionKey, because ending: SessionEnding) async {
        let (tokens, place) = await end(session.id, until: session.expiryDate, because: ending)
        if tokens != nil || place != .store { log(ending, session, place) }
    }

    /// Logs the end of a session.
    func log(_ ending: SessionEnding, _ session: SessionKey, _ place: EndingPlace = .store) {
        log(ending, session.id, of: session.user, at: session.authority, place)
    }

    /// Logs the end of a session.
    ///
    /// - Parameter user: The text of the user's key, if it is known.
    func log(
        _ ending: SessionEnding, _ id: SessionID, of user: String?, at authority: String, _ place: EndingPlace = .store
    ) {
        var fields: Logger.Metadata = [
            "kind": "\(ending.rawValue)", "stored": "\(place.rawValue)", "session": "\(LogName.of(id))",
            "authority": "\(authority)",
        ]
        fields["user"] = user.map { "\(LogName.of(user: $0))" }
        SignInEvent.sessionEnded.log(to: logger, fields)
    }

    /// Ends a session: at once here, and soon on every other replica that shares the store.
    ///
    /// If the store can't be reached in time, the ending waits until it can.
    ///
    /// - Parameter ending: The reason, if that is to be counted.
    /// - Returns: The newest known tokens, which the caller revokes, and where the ending is stored.
    func end(
        _ id: SessionID, until expiry: Date, because ending: SessionEnding? = nil,
        before deadline: ContinuousClock.Instant = .now + Self.patience
    ) async -> (tokens: StoredTokens?, place: EndingPlace) {
        cache.ended.insert(id, until: expiry)
        let waiting = cache.pending.tokens(of: id)
        let attempt = Task {
            let tokens = try await store.end(id, until: expiry)
            cache.ended.insert(id, until: expiry, isStored: true)
            return tokens
        }
        let ended: StoredTokens?? = try? await withDeadline(deadline) { try await attempt.value }
        // Without a row, another request has ended it.
        let isFirst = ended.map { (waiting ?? $0) != nil } ?? true
        if isFirst, let ending { metrics.endedSessions.count(ending) }
        if let ended { return (waiting ?? ended, .store) }
        // The store may still accept it, and then no other call gets the tokens.
        Task { if let late = try? await attempt.value { await revoke(late, of: id) } }
        // Tokens may have been added while the store was tried.
        let (added, isOnDisk) = await cache.pending.end(id, until: expiry)
        return (added ?? waiting, isOnDisk ? .file : .memory)
    }

    /// The configured authority that has issued an ID token, which alone may see it and the tokens that came with it.
    ///
    /// After a change of the settings another authority may have the name by which a session knows its own, and the own
    /// one may be configured by another name.
    func issuer(of idToken: String, named name: String) -> SignInAuthority? {
        let claims = Claims.unverified(ofJWT: idToken)
        guard let issuer = claims?[string: "iss"] else { return authorities[name] }
        if let authority = authorities[name], authority.mayHaveIssued(issuer) { return authority }
        return authorities.values.filter {
            $0.mayHaveIssued(issuer) && claims?.strings("aud").contains($0.relyingParty.configuration.clientID) == true
        }.min { $0.name < $1.name }
    }

    /// Calls the store; any failure means that it is unreachable.
    func reach<Result>(_ call: () async throws -> Result) async throws(SessionRowError) -> Result {
        do {
            return try await call()
        } catch {
            throw .storeUnavailable(reason: "\(error)")
        }
    }

    /// Calls the store for a request.
    func reachForRequest<Result>(_ call: () async throws -> Result) async throws(SignInError) -> Result {
        do throws(SessionRowError) {
            return try await reach(call)
        } catch {
            throw SignInError(row: error)
        }
    }
}

extension SignInError {
    init(row error: SessionRowError) {
        switch error {
        case .ended, .noRefreshToken: self.init(.notSignedIn)
        case .provider(let error): self.init(.provider(error))
        case .claimMissing(let error), .tooLarge(let error): self = error
        case .storeUnavailable(let reason): self.init(.storeUnavailable(isSigningIn: false), reason: reason)
        }
    }
}
