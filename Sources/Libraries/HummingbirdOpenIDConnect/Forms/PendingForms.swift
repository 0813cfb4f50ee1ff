import Crypto
import Encodings
public import HTTPTransport
import PortableFoundation
import SealedCookies
import SessionStorage
import WebSupport

/// A form that was posted after its session had ended, and waits for its user's next sign-in.
public struct PendingForm: Sendable, Equatable {
    /// The user who posted it, as in the form's token: ``CSRFToken/user``.
    let user: [UInt8]
    /// The path that it was posted to.
    public let path: String
    /// Its fields, as far as they were stored.
    public let form: FormBody

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(path)
        writer.append(form.encoded)
        return user + writer.bytes
    }

    init(user: [UInt8], path: String, form: FormBody) {
        self.user = user
        self.path = path
        self.form = form
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let user = reader.fixed(CSRFToken.userBytes), let path = reader.text(),
            let form = reader.text().flatMap(FormBody.init(parsing:)), reader.isAtEnd
        else { return nil }
        self.init(user: user, path: path, form: form)
    }
}

/// Stores pending forms, sealed, each under a separate cookie that is valid until the form is taken.
public struct PendingForms: Sendable {
    /// A form that waits, and the name of its cookie.
    public struct Waiting: Sendable, Equatable {
        /// The name of its cookie, which identifies the form on a page.
        public let name: String
        /// The form.
        public let form: PendingForm
    }

    /// How long a form is stored, in seconds.
    static let lifetime: Int64 = 600
    /// Maximum number of forms that wait in one browser; with one more the oldest is dropped.
    static let limit = 8
    /// Maximum number of forms that wait for one user, in all browsers.
    ///
    /// With one more the form that expires first is dropped.
    static let limitOfUser = 32
    /// Maximum number of cookies of one name that are tried, because each costs a query of the store.
    private static let maximumTries = 2
    private static let secretBytes = 32
    private static let tagBytes = 6

    /// The prefix of the cookies' names.
    let prefix: String
    let attributes: CookieAttributes
    let codec: SealedCookieCodec
    /// The purpose that the forms are sealed for.
    let purpose: String
    let rows: SessionRows

    /// Stores a form, and sets its cookie.
    func store(_ form: PendingForm, in session: RequestSession) async throws(SignInError) {
        let secret = SecureRandom.text(byteCount: Self.secretBytes)
        try await store(form, under: secret)
        // The time leads, so that sorting the names sorts the forms, to a second.
        let name = "\(prefix)\(rows.now())-\(SecureRandom.text(byteCount: Self.tagBytes))"
        let oldest = cookieNames(in: session).dropLast(Self.limit - 1)
        session.setCookies(oldest.map(attributes.expiring) + [setting(name, to: secret)])
    }

    /// Puts back a form that was taken and could not be done, under the same cookie.
    ///
    /// - Throws: ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func putBack(_ waiting: Waiting, in session: RequestSession) async throws(SignInError) {
        guard let secret = session.cookies[waiting.name] else { return }
        try await store(waiting.form, under: secret)
        session.setCookies([setting(waiting.name, to: secret)])
    }

    /// The form of the session's user that has waited longest.
    ///
    /// - Throws: ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func offer(in session: RequestSession) async throws(SignInError) -> Waiting? {
        for name in cookieNames(in: session).prefix(Self.limit) {
            if let form = try await form(name, in: session) { return Waiting(name: name, form: form) }
        }
        return nil
    }

    /// A form of the session's user.
    ///
    /// - Parameters:
    ///   - name: The name of its cookie, as it was offered.
    ///   - session: The request's session.
    /// - Throws: ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func waiting(_ name: String, in session: RequestSession) async throws(SignInError) -> Waiting? {
        guard cookieNames(in: session).contains(name) else { return nil }
        return try await form(name, in: session).map { Waiting(name: name, form: $0) }
    }

    /// Removes and returns a form of the session's user; only one caller gets it.
    ///
    /// - Parameters:
    ///   - name: The name of its cookie, as it was offered.
    ///   - session: The request's session.
    /// - Throws: ``SignInError/Kind/storeUnavailable(isSigningIn:)``.
    public func take(_ name: String, in session: RequestSession) async throws(SignInError) -> Waiting? {
        guard name.hasPrefix(prefix) else { return nil }
        for secret in secrets(name, in: session) {
            if let form = open(try await take(secret), in: session) { return Waiting(name: name, form: form) }
        }
        return nil
    }

    /// Expires a form's cookie, if the browser has it.
    public func expire(_ name: String, in session: RequestSession) {
        if cookieNames(in: session).contains(name) { session.setCookies([attributes.expiring(name)]) }
    }

    /// The fields that expire all forms' cookies.
    func expiringAll(in session: RequestSession) -> [String] {
        cookieNames(in: session).map(attributes.expiring)
    }

    /// Deletes the forms of all users but the session's, and expires their cookies.
    func discardOthers(in session: RequestSession) async throws(SignInError) {
        var discarded: [String] = []
        for name in cookieNames(in: session) where try await form(name, in: session) == nil {
            for secret in secrets(name, in: session) { _ = try await take(secret) }
            discarded.append(attributes.expiring(name))
        }
        session.setCookies(discarded)
    }

    private func setting(_ name: String, to secret: String) -> String {
        attributes.setting(name, to: secret, maxAge: Self.lifetime)
    }

    /// The names of the cookies, the oldest first.
    private func cookieNames(in session: RequestSession) -> [String] {
        session.cookies.names(withPrefix: prefix).sorted()
    }

    private func form(_ name: String, in session: RequestSession) async throws(SignInError) -> PendingForm? {
        for secret in secrets(name, in: session) {
            let sealed = try await rows.reachForRequest {
                try await rows.store.pendingForm(named: Self.name(secret), now: rows.date)
            }
            if let form = open(sealed, in: session) { return form }
        }
        return nil
    }

    /// The values of a form's cookie; of several with the name one may be the form's.
    private func secrets(_ name: String, in session: RequestSession) -> [String] {
        session.cookies.values(of: name).prefix(Self.maximumTries).map(String.init)
    }

    private func store(_ form: PendingForm, under secret: String) async throws(SignInError) {
        let until = rows.now() + Self.lifetime
        try await rows.reachForRequest {
            let sealed = try codec.seal(form.bytes, purpose: purpose, expires: until)
            try await rows.store.storePendingForm(
                Array(sealed.utf8), named: Self.name(secret), of: form.user, until: Date(seconds: until),
                limit: Self.limitOfUser)
        }
    }

    private func take(_ secret: String) async throws(SignInError) -> [UInt8]? {
        try await rows.reachForRequest {
            try await rows.store.takePendingForm(named: Self.name(secret), now: rows.date)
        }
    }

    private func open(_ sealed: [UInt8]?, in session: RequestSession) -> PendingForm? {
        guard let sealed,
            let bytes = codec.open(String(decoding: sealed, as: UTF8.self), purpose: purpose, now: rows.now()),
            let form = PendingForm(bytes: bytes), CSRFToken(user: form.user).isUser(of: session)
        else { return nil }
        return form
    }

    /// The store has a digest, from which the cookie can't be made.
    private static func name(_ secret: String) -> [UInt8] { Array(SHA256.hash(data: Array(secret.utf8))) }
}
