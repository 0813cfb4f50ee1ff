import Encodings
import OpenIDConnect
import PortableFoundation

/// A sign-in under way in its sealed cookie: bound to this browser, for ten minutes, consumed once.
struct StoredAttempt: Sendable, Equatable {
    /// How long the response may take, in seconds.
    static let lifetime: Int64 = 600
    private static let layout: UInt8 = 17
    /// The layout before, which ends with ``returnTo``.
    private static let layoutBefore: UInt8 = 16

    var attempt: SignInAttempt
    /// The name of the authority; only its redirect URI accepts the response (RFC 9700, section 4.4).
    var authority: String
    /// The path of the route that it started at.
    var path: String
    var returnTo: String?
    /// Why it was started.
    var cause = Session.Cause.user
    /// The challenge that it is to meet.
    var stepUp: StepUpChallenge?

    /// UNIX seconds at which the attempt expires.
    var expires: Int64 { Int64(attempt.started.timeIntervalSince1970) + Self.lifetime }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        // A process of the version before reads an attempt that has nothing new.
        let isNew = attempt.isACREssential || stepUp != nil
        writer.append(isNew ? Self.layout : Self.layoutBefore)
        writer.append(cause.rawValue)
        for text in [authority, path] { writer.append(text) }
        writer.append(attempt)
        writer.append(returnTo)
        if isNew {
            writer.append(UInt8(attempt.isACREssential ? 1 : 0))
            writer.append(stepUp)
        }
        return writer.bytes
    }

    init(
        attempt: SignInAttempt, authority: String, path: String, returnTo: String?, cause: Session.Cause = .user,
        stepUp: StepUpChallenge? = nil
    ) {
        self.attempt = attempt
        self.authority = authority
        self.path = path
        self.returnTo = returnTo
        self.cause = cause
        self.stepUp = stepUp
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let layout = reader.uint8(), layout == Self.layout || layout == Self.layoutBefore,
            let cause = reader.uint8().flatMap(Session.Cause.init(rawValue:)),
            let authority = reader.text(), let path = reader.text(),
            let attempt = reader.signInAttempt(), let returnTo = reader.optionalText()
        else { return nil }
        self.init(attempt: attempt, authority: authority, path: path, returnTo: returnTo, cause: cause)
        if layout == Self.layout {
            guard let isACREssential = reader.uint8(), isACREssential <= 1, let stepUp = reader.stepUpChallenge() else {
                return nil
            }
            self.attempt.isACREssential = isACREssential == 1
            self.stepUp = stepUp
        }
        guard reader.isAtEnd else { return nil }
    }
}
