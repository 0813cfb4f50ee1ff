import OpenIDConnect
import SealedCookies

/// Keeps the sign-ins under way in cookies, one each, so that two tabs can sign in at once; at most four, the oldest goes.
struct SignInCookies: Sendable {
    /// The most sign-ins under way in one browser.
    static let limit = 4
    /// How much of the state names its cookie.
    ///
    /// The rest stays inside.
    private static let tagLength = 12

    let names: SiteCookies
    let codec: SealedCookieCodec

    /// The sign-in that an answer with this state belongs to.
    func pending(state: String, in cookies: RequestCookies, now: Int64) -> PendingSignIn? {
        open(name(state), in: cookies, now: now).flatMap { ConstantTime.equal($0.attempt.state, state) ? $0 : nil }
    }

    /// The fields that keep a sign-in, and take away those that are too many or open no more.
    func setting(_ pending: PendingSignIn, over cookies: RequestCookies, now: Int64) throws -> [String] {
        let name = name(pending.attempt.state)
        guard let sealed = try codec.seal(pending.bytes, name: name, expires: pending.expires).first else {
            throw PageError(.internalFault)
        }
        // Browsers send their oldest cookies first (RFC 6265, section 5.4): that settles it between two of the same second.
        let others = cookies.names(withPrefix: names.attemptPrefix).filter { $0 != name }.enumerated()
            .map { (name: $1, age: (open($1, in: cookies, now: now)?.expires ?? 0, $0)) }
        let kept = others.filter { $0.age.0 > 0 }.sorted { $0.age > $1.age }.prefix(Self.limit - 1).map(\.name)
        let gone = others.map(\.name).filter { !kept.contains($0) }
        return [names.setting(name, to: sealed.value, maxAge: PendingSignIn.lifetime)] + gone.map(names.expiring)
    }

    /// The field that takes a sign-in away.
    func expiring(state: String) -> String {
        names.expiring(name(state))
    }

    /// The fields that take all sign-ins away.
    func expiringAll(in cookies: RequestCookies) -> [String] {
        cookies.names(withPrefix: names.attemptPrefix).map(names.expiring)
    }

    private func open(_ name: String, in cookies: RequestCookies, now: Int64) -> PendingSignIn? {
        codec.open(name: name, now: now) { cookies[$0] }.flatMap { PendingSignIn(bytes: $0) }
    }

    /// A state comes from outside: only what a state of ours is made of gets into a cookie's name.
    private func name(_ state: String) -> String {
        let tag = state.prefix(Self.tagLength).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return "\(names.attemptPrefix)\(tag)"
    }
}
