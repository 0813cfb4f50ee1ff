import Encodings
import OpenIDConnect

/// A sign-in under way, and where it comes back to.
struct ReturningAttempt: KeptAttempt, Equatable {
    let attempt: SignInAttempt
    let returnTo: String?

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append(attempt)
        writer.append(returnTo)
        return writer.bytes
    }

    init(attempt: SignInAttempt, returnTo: String?) {
        self.attempt = attempt
        self.returnTo = returnTo
    }

    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let attempt = reader.signInAttempt(), let returnTo = reader.optionalText(), reader.isAtEnd else {
            return nil
        }
        self.init(attempt: attempt, returnTo: returnTo)
    }
}
