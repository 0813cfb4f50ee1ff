import Encodings
import OpenIDConnect
import SealedCookies
import SessionStorage

/// Seals the challenge of a step-up into the link that tries it again, for one session, so that no other site can make
/// such a link.
struct StepUpSeal: Sendable {
    /// How long the link works, in seconds.
    private static let lifetime: Int64 = 600

    let codec: SealedCookieCodec
    let purpose: String
    let now: @Sendable () -> Int64

    /// The parameter's value; `nil` without a session, which then needs a sign-in anyway.
    func seal(_ challenge: StepUpChallenge, in session: RequestSession) -> String? {
        guard let id = session.current?.id else { return nil }
        var writer = ByteWriter()
        writer.append(fixed: id.bytes)
        writer.append(challenge)
        return try? codec.seal(writer.bytes, purpose: purpose, expires: now() + Self.lifetime)
    }

    /// The challenge of a link; `nil` if it isn't this session's.
    func open(_ text: String, in session: RequestSession) -> StepUpChallenge? {
        guard let id = session.current?.id, let bytes = codec.open(text, purpose: purpose, now: now()) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let owner = reader.fixed(SessionID.byteCount), ByteEquality.equal(owner, id.bytes) else { return nil }
        return reader.stepUpChallenge() ?? nil
    }
}
