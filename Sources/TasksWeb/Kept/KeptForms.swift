import Crypto
import HTTPTransport
import HummingbirdOpenIDConnect
import SealedCookies

/// Keeps what was typed when a session ended, sealed, in the database, under a cookie that is good until it is done.
struct KeptForms: Sendable {
    /// How long a form is kept, in seconds.
    static let lifetime: Int64 = 600
    private static let purpose = "latchkey kept form"
    private static let secretBytes = 32

    let register: SessionRegister
    let codec: SealedCookieCodec
    let names: SiteCookies
    let clock: Clock

    /// Keeps a form of the tasks page.
    ///
    /// - Returns: The cookies to set; none where there is nothing to keep.
    func keep(_ form: FormBody, path: String, of token: CSRFToken) async throws -> [String] {
        let kept = KeptForm(person: token.person, path: path, form: form)
        guard kept.action != nil else { return [] }
        let secret = Base64URL.encode(try SecureRandom.bytes(Self.secretBytes))
        try await store(kept, under: secret)
        return [names.setting(names.kept, to: secret, maxAge: Self.lifetime)]
    }

    /// Puts back what was taken out and could not be done, under the same cookie.
    ///
    /// - Returns: The cookies to set.
    func putBack(_ kept: KeptForm, in cookies: RequestCookies) async throws -> [String] {
        guard let secret = cookies[names.kept] else { return [] }
        try await store(kept, under: secret)
        return [names.setting(names.kept, to: secret, maxAge: Self.lifetime)]
    }

    /// What is kept for the person of a session.
    func offer(to session: Session, in cookies: RequestCookies) async throws -> KeptForm? {
        guard let secret = cookies[names.kept] else { return nil }
        return open(try await register.kept(Self.name(secret), now: clock.now()), for: session)
    }

    /// Takes out what is kept for the person of a session; it is there once.
    func take(for session: Session, in cookies: RequestCookies) async throws -> KeptForm? {
        guard let secret = cookies[names.kept] else { return nil }
        return open(try await register.takeKept(Self.name(secret), now: clock.now()), for: session)
    }

    /// Deletes what is kept for anybody else.
    ///
    /// - Returns: The cookies to set.
    func discard(unlessFor session: Session, in cookies: RequestCookies) async throws -> [String] {
        guard let secret = cookies[names.kept], try await offer(to: session, in: cookies) == nil else { return [] }
        _ = try await register.takeKept(Self.name(secret), now: clock.now())
        return [names.expiring(names.kept)]
    }

    private func store(_ kept: KeptForm, under secret: String) async throws {
        let until = clock.now() + Self.lifetime
        try await register.keep(
            Array(try codec.seal(kept.bytes, purpose: Self.purpose, expires: until).utf8), as: Self.name(secret), until: until)
    }

    private func open(_ sealed: [UInt8]?, for session: Session) -> KeptForm? {
        guard let sealed, let bytes = codec.open(String(decoding: sealed, as: UTF8.self), purpose: Self.purpose, now: clock.now()),
            let kept = KeptForm(bytes: bytes), kept.person == CSRFToken(session).person
        else { return nil }
        return kept
    }

    /// The database holds a digest: whoever reads it can't make the cookie.
    private static func name(_ secret: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(secret.utf8)))
    }
}
