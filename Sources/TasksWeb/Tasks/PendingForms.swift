import Crypto
import Encodings
import HTTPTransport
import HummingbirdOpenIDConnect
import SealedCookies

/// Stores what was typed when a session had ended: sealed in the database, each form under a cookie of its own, until
/// the user confirms it.
struct PendingForms: Sendable {
    /// A form that waits, and the name of its cookie.
    struct Waiting: Sendable, Equatable {
        let name: String
        let form: PendingForm
    }

    /// How long a form is stored, in seconds.
    static let lifetime: Int64 = 600
    /// The most that wait in one browser; one more, and the oldest goes.
    static let limit = 8
    private static let purpose = "latchkey kept form"
    private static let secretBytes = 32
    private static let tagBytes = 6

    let register: SessionRegister
    let codec: SealedCookieCodec
    let names: SiteCookies
    let clock: Clock

    /// Stores a form of the tasks page.
    ///
    /// - Returns: The cookies to set; none if there is nothing to store.
    func store(_ form: FormBody, path: String, of token: CSRFToken, over cookies: RequestCookies) async throws
        -> [String]
    {
        let pending = PendingForm(person: token.person, path: path, form: form)
        guard pending.action != nil else { return [] }
        let secret = SecureRandom.text(byteCount: Self.secretBytes)
        try await store(pending, under: secret)
        // The time leads, so that the names' order is that of the forms, to a second.
        let name = "\(names.pendingFormPrefix)\(clock.now())-\(SecureRandom.text(byteCount: Self.tagBytes))"
        let oldest = cookieNames(in: cookies).dropLast(Self.limit - 1)
        return oldest.map(names.expiring) + [names.setting(name, to: secret, maxAge: Self.lifetime)]
    }

    /// Puts back what was taken out and could not be done, under the same cookie.
    ///
    /// - Returns: The cookies to set.
    func putBack(_ pending: Waiting, in cookies: RequestCookies) async throws -> [String] {
        guard let secret = cookies[pending.name] else { return [] }
        try await store(pending.form, under: secret)
        return [names.setting(pending.name, to: secret, maxAge: Self.lifetime)]
    }

    /// What is stored for the user of a session: the form that has waited longest.
    func offer(to session: Session, in cookies: RequestCookies) async throws -> Waiting? {
        for name in cookieNames(in: cookies).prefix(Self.limit) {
            guard let form = try await form(name, for: session, in: cookies) else { continue }
            return Waiting(name: name, form: form)
        }
        return nil
    }

    /// Takes out what is stored for the user of a session; it is there once.
    ///
    /// - Parameter name: The name of its cookie, as it was offered.
    func take(_ name: String, for session: Session, in cookies: RequestCookies) async throws -> Waiting? {
        guard cookieNames(in: cookies).contains(name), let secret = cookies[name] else { return nil }
        return open(try await register.takeKept(Self.name(secret), now: clock.now()), for: session).map {
            Waiting(name: name, form: $0)
        }
    }

    /// The field that expires a form's cookie, if the browser has it.
    func expiring(_ name: String, in cookies: RequestCookies) -> [String] {
        cookieNames(in: cookies).contains(name) ? [names.expiring(name)] : []
    }

    /// Deletes what is stored for other users.
    ///
    /// - Returns: The cookies to set.
    func discard(unlessFor session: Session, in cookies: RequestCookies) async throws -> [String] {
        var discarded: [String] = []
        for name in cookieNames(in: cookies) where try await form(name, for: session, in: cookies) == nil {
            if let secret = cookies[name] { _ = try await register.takeKept(Self.name(secret), now: clock.now()) }
            discarded.append(names.expiring(name))
        }
        return discarded
    }

    /// The names of the cookies, the oldest first.
    private func cookieNames(in cookies: RequestCookies) -> [String] {
        cookies.names(withPrefix: names.pendingFormPrefix).sorted()
    }

    private func form(_ name: String, for session: Session, in cookies: RequestCookies) async throws -> PendingForm? {
        guard let secret = cookies[name] else { return nil }
        return open(try await register.kept(Self.name(secret), now: clock.now()), for: session)
    }

    private func store(_ pending: PendingForm, under secret: String) async throws {
        let until = clock.now() + Self.lifetime
        try await register.keep(
            Array(try codec.seal(pending.bytes, purpose: Self.purpose, expires: until).utf8), as: Self.name(secret),
            until: until)
    }

    private func open(_ sealed: [UInt8]?, for session: Session) -> PendingForm? {
        guard let sealed,
            let bytes = codec.open(String(decoding: sealed, as: UTF8.self), purpose: Self.purpose, now: clock.now()),
            let kept = PendingForm(bytes: bytes), CSRFToken.isPerson(kept.person, of: session)
        else { return nil }
        return kept
    }

    /// The database holds a digest: whoever reads it can't make the cookie.
    private static func name(_ secret: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(secret.utf8)))
    }
}
