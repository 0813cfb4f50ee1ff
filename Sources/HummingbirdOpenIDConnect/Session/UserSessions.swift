import Crypto
import Encodings
public import FoundationEssentials
import OpenIDConnect
import SessionStorage

/// One of a user's sessions, to be listed and ended.
public struct UserSession: Sendable, Equatable {
    /// Identifies the session in URLs and forms; the cookie can't be derived from it.
    public let name: String
    /// When the user signed in.
    public let started: Date
    /// When the session was last used, to five minutes.
    public let lastUsed: Date
    /// The browser's `User-Agent`, shortened: text from elsewhere, escape it.
    public let browser: String
    /// The name of the authority that the user signed in at.
    public let authority: String
    /// The issuer of the session's ID token.
    public let issuer: String
    /// Whether it is the session of this request.
    public let isCurrent: Bool
    fileprivate let record: SessionRecord

    init(_ record: SessionRecord, isCurrent: Bool) {
        name = Base64URL.encode(Array(SHA256.hash(data: Array("session ".utf8) + record.id.bytes).prefix(12)))
        started = record.started
        lastUsed = record.lastUsed
        browser = record.browser
        (authority, issuer) = (record.authority, record.issuer)
        self.isCurrent = isCurrent
        self.record = record
    }
}

extension RequestSession {
    /// The user's sessions in all browsers, newest first, without idle-expired ones.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``, ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func userSessions() async throws(SignInError) -> [UserSession] {
        let (site, session) = try signedIn()
        let now = site.rows.date
        let records = try await site.reach { try await site.store.sessions(of: session.user.text, now: now) }
        // The store's time of the last use may lag by so much.
        let oldest = Date(seconds: site.now() - site.options.idleSeconds - SessionUses.interval)
        return records.filter {
            ($0.lastUsed > oldest || $0.id == session.id) && !site.cache.ended.contains($0.id)
        }.map { UserSession($0, isCurrent: $0.id == session.id) }
    }

    /// Ends another session of the user, and revokes its tokens.
    ///
    /// Failures of the authority are logged; the session ends regardless. To end this one, sign out:
    /// ``WebSignIn/signOut(_:in:logger:)``.
    ///
    /// - Parameter ending: One of ``userSessions()``.
    /// - Throws: ``SignInError/Kind/storeUnavailable(isSigningIn:)`` if it has ended in this process only, until the
    ///   store can be reached; ``SignInError/Kind/notSignedIn``.
    public func end(_ ending: UserSession) async throws(SignInError) {
        let (site, session) = try signedIn()
        guard ending.record.user == session.user.text else { throw SignInError(.notSignedIn) }
        let id = ending.record.id
        let (tokens, place) = await site.rows.end(id, until: ending.record.expires, because: .endedElsewhere)
        if tokens != nil || place != .store {
            site.rows.log(.endedElsewhere, id, of: session.user.text, at: ending.authority, place)
        }
        if let tokens { await site.rows.revoke(tokens, of: id) }
        guard place == .store else { throw SignInError(.storeUnavailable(isSigningIn: false)) }
    }

    /// Ends all other sessions of the user, also those that a replica with a fast clock has started later than now, and
    /// revokes their tokens.
    ///
    /// Failures of the authority are logged; the sessions end regardless.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``, ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func endOtherUserSessions() async throws(SignInError) {
        let (site, session) = try signedIn()
        let ended = try await site.endAll(.user(session.user.text, except: session.id), because: .endedElsewhere) ?? []
        await site.rows.revoke(ended)
    }

    private func signedIn() throws(SignInError) -> (WebSignIn, Session) {
        guard let site, let session = current else { throw SignInError(.notSignedIn) }
        return (site, session)
    }
}

extension WebSignIn {
    /// Ends the sessions of a group here and in the store, and logs each.
    ///
    /// - Returns: These sessions; `nil` if the value had been consumed before, so that none ended.
    @discardableResult
    func endAll(
        _ group: SessionGroup, because ending: SessionEnding, consuming value: OneTimeValue? = nil
    ) async throws(SignInError) -> [RemovedSession]? {
        let ended = try await reach { try await store.endAll(group, consuming: value) }
        let user: String? = if case .user(let user, _) = group { user } else { nil }
        for session in ended ?? [] {
            cache.ended.insert(session.id, until: session.expires)
            if let reason = ending.counted { rows.metrics.endedSessions.count(reason) }
            rows.log(ending, session.id, of: user, at: session.tokens.authority)
        }
        return ended
    }
}
