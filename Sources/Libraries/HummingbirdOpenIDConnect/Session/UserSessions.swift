import Crypto
import Encodings
import OpenIDConnect
public import PortableFoundation
import SessionStorage

/// One of a user's sessions, to be listed and ended.
public struct UserSession: Sendable, Equatable {
    /// Identifies the session in URLs and forms; the cookie can't be derived from it.
    public let name: String
    /// When the user signed in.
    public let started: Date
    /// When the session was last used, to a minute.
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
        name = Self.name(of: record.id)
        started = record.started
        lastUsed = record.lastUsed
        browser = record.browser
        (authority, issuer) = (record.authority, record.issuer)
        self.isCurrent = isCurrent
        self.record = record
    }

    fileprivate static func name(of id: SessionID) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array("session ".utf8) + id.bytes).prefix(12)))
    }
}

/// A page of a user's sessions.
public struct UserSessionPage: Sendable, Equatable {
    /// The sessions.
    public let sessions: [UserSession]
    /// Whether it is the first page.
    public let isFirst: Bool
    /// The name of the session after which the next page starts; `nil` if there is none.
    public let next: String?
}

extension RequestSession {
    /// Maximum number of sessions that are read at once to find a name.
    private static let batch = 1000

    /// A page of the user's sessions in all browsers, without idle-expired ones.
    ///
    /// The session of this request comes first, on the first page alone. The others follow by their last use.
    ///
    /// - Parameters:
    ///   - name: The session after which the page starts; `nil`, or a name that no session has, is the first page.
    ///   - limit: The maximum number of sessions of a page, at least 2.
    /// - Throws: ``SignInError/Kind/notSignedIn``, ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func userSessions(after name: String? = nil, limit: Int = 50) async throws(SignInError) -> UserSessionPage {
        let (site, session) = try signedIn()
        let (user, now) = (session.user.text, site.rows.date)
        let followsCurrent = name == UserSession.name(of: session.id)
        var place: SessionRecord?
        if let name, !followsCurrent { place = try await record(named: name, of: user, at: site) }
        let isFirst = place == nil && !followsCurrent
        let current =
            isFirst ? try await site.rows.reachForRequest { try await site.rows.store.session(session.id) } : nil
        let room = limit - (current == nil ? 0 : 1)
        // One more for this session, which comes first, and one that says whether there are more.
        let found = try await site.rows.reachForRequest { [place] in
            try await site.rows.store.sessions(of: user, after: place, limit: room + 2, now: now)
        }
        let others = found.filter { $0.id != session.id && $0.lastUsed > site.rows.oldestUse }
        let listed = (current.map { [$0] } ?? []) + others.prefix(room)
        return UserSessionPage(
            sessions: listed.filter { !site.rows.cache.ended.contains($0.id) }
                .map { UserSession($0, isCurrent: $0.id == session.id) },
            isFirst: isFirst, next: others.count > room ? listed.last.map { UserSession.name(of: $0.id) } : nil)
    }

    /// The user's session with a name; `nil` if there is none, or it is idle-expired.
    ///
    /// - Throws: As ``userSessions(after:limit:)``.
    public func userSession(named name: String) async throws(SignInError) -> UserSession? {
        let (site, session) = try signedIn()
        guard let record = try await record(named: name, of: session.user.text, at: site),
            record.lastUsed > site.rows.oldestUse || record.id == session.id, !site.rows.cache.ended.contains(record.id)
        else { return nil }
        return UserSession(record, isCurrent: record.id == session.id)
    }

    /// Looks at all sessions of the user, a batch at a time, because the store doesn't know their names.
    private func record(
        named name: String, of user: String, at site: WebSignIn
    ) async throws(SignInError) -> SessionRecord? {
        guard name.utf8.count == 16 else { return nil }
        var batch: [SessionRecord] = []
        repeat {
            batch = try await site.rows.reachForRequest { [place = batch.last] in
                try await site.rows.store.sessions(of: user, after: place, limit: Self.batch, now: site.rows.date)
            }
            if let found = batch.first(where: { UserSession.name(of: $0.id) == name }) { return found }
        } while batch.count == Self.batch
        return nil
    }

    /// Ends another session of the user, and revokes its tokens.
    ///
    /// Failures of the authority are logged; the session ends regardless. To end this one, sign out:
    /// ``WebSignIn/signOut(_:in:logger:)``.
    ///
    /// - Parameter ending: A session from ``userSessions(after:limit:)``.
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
        var revocations: [Task<Void, Never>] = []
        try await site.rows.endAll(.user(session.user.text, except: session.id), because: .endedElsewhere) { ended in
            revocations.append(Task { await site.rows.revoke(ended) })
        }
        for revocation in revocations { await revocation.value }
    }

    private func signedIn() throws(SignInError) -> (WebSignIn, Session) {
        guard let site, let session = current else { throw SignInError(.notSignedIn) }
        return (site, session)
    }
}
