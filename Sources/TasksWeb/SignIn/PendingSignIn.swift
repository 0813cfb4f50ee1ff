import Encodings
import HummingbirdOpenIDConnect
import OpenIDConnect

/// A sign-in under way, as its own sealed cookie carries it: bound to this browser, for ten minutes, used once.
struct PendingSignIn: KeptAttempt, Equatable {
    var attempt: SignInAttempt
    var kind: SignInKind
    var returnTo: String?
    /// Whether it was begun because the API had refused a token.
    var followsRefusal: Bool
    /// Whether it was started because the provider wanted the user back.
    var followsInteraction = false

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append(kind.rawValue)
        writer.append(UInt8((followsRefusal ? 1 : 0) | (followsInteraction ? 2 : 0)))
        writer.append(attempt)
        writer.append(returnTo)
        return writer.bytes
    }

    init(
        attempt: SignInAttempt, kind: SignInKind, returnTo: String?, followsRefusal: Bool,
        followsInteraction: Bool = false
    ) {
        self.attempt = attempt
        self.kind = kind
        self.returnTo = returnTo
        self.followsRefusal = followsRefusal
        self.followsInteraction = followsInteraction
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let kind = reader.number(UInt8.self).flatMap(SignInKind.init(rawValue:)),
            let causes = reader.number(UInt8.self), causes < 4,
            let attempt = reader.signInAttempt(), let returnTo = reader.optionalText(), reader.isAtEnd
        else { return nil }
        self.init(
            attempt: attempt, kind: kind, returnTo: returnTo, followsRefusal: causes & 1 != 0,
            followsInteraction: causes & 2 != 0)
    }
}
