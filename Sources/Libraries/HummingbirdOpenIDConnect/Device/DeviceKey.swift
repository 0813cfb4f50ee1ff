import Crypto
import Encodings

/// The public key of a browser's device: a point on P-256 (RFC 7518, section 6.2.1).
struct DeviceKey: Sendable, Equatable {
    private static let coordinateBytes = 32

    /// Both coordinates, 64 bytes.
    let bytes: [UInt8]
    private let key: P256.Signing.PublicKey

    /// - Returns: `nil` if the bytes are no point on the curve.
    init?(bytes: [UInt8]) {
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: bytes) else { return nil }
        self.bytes = bytes
        self.key = key
    }

    /// The key of a JWK (RFC 7517); `nil` if it is of another kind, or a private one.
    init?(jwk: JSONObject) {
        func coordinate(_ name: String) -> [UInt8]? {
            jwk[name]?.string.flatMap { Base64URL.decode($0) }.flatMap { $0.count == Self.coordinateBytes ? $0 : nil }
        }
        guard jwk["kty"]?.string == "EC", jwk["crv"]?.string == "P-256", jwk["d"] == nil, let x = coordinate("x"),
            let y = coordinate("y")
        else { return nil }
        self.init(bytes: x + y)
    }

    /// Whether the key made a signature by ES256 (RFC 7518, section 3.4).
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: message)
    }

    static func == (one: DeviceKey, other: DeviceKey) -> Bool { one.bytes == other.bytes }
}
