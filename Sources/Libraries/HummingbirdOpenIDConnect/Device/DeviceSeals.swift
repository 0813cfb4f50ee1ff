import Encodings
import SealedCookies
import SessionStorage

/// What a device signs: sealed, so that no store has to know it until it is used.
struct DeviceChallenge: Sendable {
    enum Use: UInt8, Sendable {
        case registration, refresh

        /// How long a challenge can be used, in seconds.
        ///
        /// That of a refresh outlasts the cookie, which the browser may renew before it expires.
        var lifetime: Int64 { self == .registration ? 120 : 900 }
    }

    let use: Use
    let session: SessionKey
    /// UNIX seconds from which on it can't be used any more.
    let expires: Int64
    /// Distinguishes the session's challenges.
    let nonce: [UInt8]
}

/// A session and the key of its device, which is the name that the browser's side of the binding has.
struct BoundDevice: Sendable {
    let session: SessionKey
    let key: DeviceKey
}

/// Seals and opens what browsers send back: challenges, and the identifiers of bindings.
///
/// Each opens until its session ends, under all keys that cookies open under.
struct DeviceSeals: Sendable {
    private static let nonceBytes = 8

    let codec: SealedCookieCodec
    /// The plain name of the session's cookie.
    let cookieName: String

    func challenge(_ use: DeviceChallenge.Use, for session: SessionKey, now: Int64) throws(SealingError) -> String {
        var writer = ByteWriter(capacity: 64)
        writer.append(use.rawValue)
        writer.append(now + use.lifetime)
        writer.append(fixed: SecureRandom.bytes(Self.nonceBytes))
        writer.append(session)
        return try codec.seal(writer.bytes, purpose: challengePurpose, expires: session.expires)
    }

    func challenge(opening text: String, now: Int64) -> DeviceChallenge? {
        guard let bytes = codec.open(text, purpose: challengePurpose, now: now) else { return nil }
        var reader = ByteReader(bytes)
        guard let use = reader.uint8().flatMap(DeviceChallenge.Use.init(rawValue:)), let expires = reader.int64(),
            let nonce = reader.fixed(Self.nonceBytes), let session = reader.sessionKey(), reader.isAtEnd
        else { return nil }
        return DeviceChallenge(use: use, session: session, expires: expires, nonce: nonce)
    }

    func identifier(of device: BoundDevice) throws(SealingError) -> String {
        var writer = ByteWriter(capacity: 128)
        writer.append(fixed: device.key.bytes)
        writer.append(device.session)
        return try codec.seal(writer.bytes, purpose: identifierPurpose, expires: device.session.expires)
    }

    func device(identifiedBy text: String, now: Int64) -> BoundDevice? {
        guard let bytes = codec.open(text, purpose: identifierPurpose, now: now) else { return nil }
        var reader = ByteReader(bytes)
        guard let key = reader.fixed(64).flatMap({ DeviceKey(bytes: $0) }), let session = reader.sessionKey(),
            reader.isAtEnd
        else { return nil }
        return BoundDevice(session: session, key: key)
    }

    private var challengePurpose: String { "\(cookieName) device challenge" }
    private var identifierPurpose: String { "\(cookieName) device identifier" }
}

extension ByteWriter {
    fileprivate mutating func append(_ session: SessionKey) {
        append(fixed: session.id.bytes)
        append(session.expires)
        append(session.authority)
    }
}

extension ByteReader {
    fileprivate mutating func sessionKey() -> SessionKey? {
        guard let id = fixed(SessionID.byteCount).flatMap({ SessionID($0) }), let expires = int64(),
            let authority = text()
        else { return nil }
        return SessionKey(id: id, authority: authority, expires: expires, user: nil)
    }
}
