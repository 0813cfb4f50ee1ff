import Encodings
import OpenIDConnect
import PortableFoundation

extension ByteWriter {
    /// The bytes of a challenge, for ``ByteReader/stepUpChallenge()``.
    mutating func append(_ challenge: StepUpChallenge?) {
        append(challenge?.acrValues)
        append(Int64(challenge?.maxAge ?? -1))
        append(challenge?.claims)
    }

    /// The bytes of a sign-in under way, for ``ByteReader/signInAttempt()``.
    mutating func append(_ attempt: SignInAttempt) {
        append(Int64(attempt.started.timeIntervalSince1970))
        append(Int64(attempt.maxAge ?? -1))
        for text in [attempt.state, attempt.nonce, attempt.codeVerifier, attempt.issuer] { append(text) }
        for text in [attempt.policy, attempt.acrValues] { append(text) }
    }
}

extension ByteReader {
    /// A challenge, if there is one; the outer optional is `nil` if the bytes are invalid.
    mutating func stepUpChallenge() -> StepUpChallenge?? {
        guard let acrValues = optionalText(), let maxAge = int64(), let claims = optionalText() else { return nil }
        if acrValues == nil, maxAge < 0, claims == nil { return .some(nil) }
        return StepUpChallenge(acrValues: acrValues, maxAge: maxAge < 0 ? nil : Int(maxAge), claims: claims)
    }

    /// A sign-in under way; `nil` if the bytes are invalid.
    mutating func signInAttempt() -> SignInAttempt? {
        guard let started = int64(), (0...Date.latestSeconds).contains(started),
            let maxAge = int64(),
            let state = text(), let nonce = text(), let verifier = text(), let issuer = text(),
            let policy = optionalText(),
            let acrValues = optionalText()
        else { return nil }
        return SignInAttempt(
            state: state, nonce: nonce, codeVerifier: verifier, policy: policy, issuer: issuer,
            started: Date(timeIntervalSince1970: TimeInterval(started)), maxAge: maxAge < 0 ? nil : Int(maxAge),
            acrValues: acrValues)
    }
}
