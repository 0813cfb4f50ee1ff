import FoundationEssentials
import OpenIDConnect

/// A sign-in under way, as its own sealed cookie carries it: bound to this browser, for ten minutes, used once.
struct PendingSignIn: Sendable, Equatable {
    /// How long an answer may take, in seconds.
    static let lifetime: Int64 = 600
    /// The end of the year 9999: a date beyond it would not come back from a `Date` as it went in.
    private static let latest: Int64 = 253_402_300_799

    var attempt: SignInAttempt
    var kind: SignInKind
    var returnTo: String?
    /// Whether it was begun because the API had refused a token.
    var followsRefusal: Bool

    var expires: Int64 { Int64(attempt.begun.timeIntervalSince1970) + Self.lifetime }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append(kind.rawValue)
        writer.append(UInt8(followsRefusal ? 1 : 0))
        writer.append(Int64(attempt.begun.timeIntervalSince1970))
        writer.append(Int64(attempt.maxAge ?? -1))
        for text in [attempt.state, attempt.nonce, attempt.codeVerifier, attempt.issuer] { writer.append(text) }
        for text in [attempt.policy, returnTo] { writer.append(text) }
        return writer.bytes
    }

    init(attempt: SignInAttempt, kind: SignInKind, returnTo: String?, followsRefusal: Bool) {
        self.attempt = attempt
        self.kind = kind
        self.returnTo = returnTo
        self.followsRefusal = followsRefusal
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let kind = reader.number(UInt8.self).flatMap(SignInKind.init(rawValue:)), let followsRefusal = reader.number(UInt8.self),
            let begun = reader.number(Int64.self), (0...Self.latest).contains(begun), let maxAge = reader.number(Int64.self),
            let state = reader.text(),
            let nonce = reader.text(), let verifier = reader.text(), let issuer = reader.text(), let policy = reader.optionalText(),
            let returnTo = reader.optionalText(), reader.isAtEnd
        else { return nil }
        self.init(
            attempt: SignInAttempt(
                state: state, nonce: nonce, codeVerifier: verifier, policy: policy, issuer: issuer,
                begun: Date(timeIntervalSince1970: TimeInterval(begun)), maxAge: maxAge < 0 ? nil : Int(maxAge)),
            kind: kind, returnTo: returnTo, followsRefusal: followsRefusal == 1)
    }
}
