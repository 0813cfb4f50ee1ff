import FoundationEssentials
import OpenIDConnect
import SealedCookies
import SessionRegistry

/// Seals the results of refreshes for the register, and opens them for the session that they belong to.
struct RefreshResults: Sendable {
    private static let purpose = "latchkey refresh"

    let register: SessionRegister
    let codec: SealedCookieCodec
    let users: UserKeyRule
    let clock: Clock

    /// The session as its last refresh left it; `nil` where there is none that is newer.
    func newest(than session: Session) async throws -> Session? {
        try await register.storedRefresh(of: session.handle).flatMap { open($0, for: session) }
    }

    /// The session as its last refresh left it, where the register couldn't be told yet; that is newer than what the
    /// register has.
    func waiting(for session: Session) -> Session? {
        register.memory.pending.result(of: session.handle).flatMap { open($0, for: session) }
    }

    /// The session that a result holds; `nil` for one that is older, another session's, or sealed with a key that is no
    /// longer there.
    func open(_ stored: StoredRefresh, for session: Session) -> Session? {
        guard stored.generation > session.generation, var newer = open(stored, of: session.handle) else { return nil }
        newer.lastUsed = max(newer.lastUsed, session.lastUsed)
        return newer
    }

    /// The session that a result holds; `nil` for another session's, or if its key is no longer there.
    func open(_ stored: StoredRefresh, of handle: SessionHandle) -> Session? {
        let sealed = String(decoding: stored.sealed, as: UTF8.self)
        guard let bytes = codec.open(sealed, purpose: Self.purpose, now: clock.now()),
            let session = Session(bytes: bytes, users: users), session.handle == handle
        else { return nil }
        return session
    }

    /// Keeps a session's new state.
    ///
    /// - Returns: Whether it is kept: not where the session has ended, or a newer state is there.
    func store(_ session: Session) async throws -> Bool {
        let sealed = try codec.seal(session.bytes, purpose: Self.purpose, expires: session.end)
        let isKept = await register.store(
            StoredRefresh(generation: session.generation, sealed: Array(sealed.utf8)), of: session)
        if isKept { register.memory.generations.note(session.generation, of: session.handle, at: clock.now()) }
        return isKept
    }
}
