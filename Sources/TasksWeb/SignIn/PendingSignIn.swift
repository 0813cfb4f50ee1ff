import HummingbirdOpenIDConnect
import OpenIDConnect

/// A sign-in under way, as its own sealed cookie carries it: bound to this browser, for ten minutes, used once.
struct PendingSignIn: KeptAttempt, Equatable {
    var attempt: SignInAttempt
    var kind: SignInKind
    var returnTo: String?
    /// Whether it was begun because the API had refused a token.
    var followsRefusal: Bool

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append(kind.rawValue)
        writer.append(UInt8(followsRefusal ? 1 : 0))
        writer.append(attempt)
        writer.append(returnTo)
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
            let attempt = reader.signInAttempt(), let returnTo = reader.optionalText(), reader.isAtEnd
        else { return nil }
        self.init(attempt: attempt, kind: kind, returnTo: returnTo, followsRefusal: followsRefusal == 1)
    }
}
