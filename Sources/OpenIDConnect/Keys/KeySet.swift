import Encodings
import HTTPTransport
import HTTPTypes
import JWTKit

/// An authority's public keys (RFC 7517, section 5), without those that can't verify a signature.
struct KeySet: Sendable {
    /// More keys than an authority has.
    private static let mostKeys = 100

    let keys: [ProviderKey]

    /// Parses a set key by key, so that a key of an unknown kind doesn't make the others unusable.
    init(parsing bytes: [UInt8]) async throws(OpenIDConnectError) {
        guard let members = JSONObject(parsing: bytes)?["keys"]?.array else {
            throw OpenIDConnectError(
                .invalidProviderResponse, "the authority's keys are no JSON object with an array of keys")
        }
        var keys: [ProviderKey] = []
        for object in members.prefix(Self.mostKeys).compactMap(\.object) {
            if let key = await ProviderKey(reading: object) { keys.append(key) }
        }
        self.keys = keys
    }

    static func fetch(from url: HTTPURL, by call: ProviderCall) async throws(OpenIDConnectError)
        -> CachedDocument<KeySet>.Fetched
    {
        let response = try await call.get(url)
        guard response.status.code == 200 else {
            throw OpenIDConnectError(
                .invalidProviderResponse, "\(url.origin)\(url.path): status \(response.status.code) instead of keys")
        }
        return (try await KeySet(parsing: response.body), CacheLifetime.seconds(of: response.headerFields))
    }

    /// Whether a key of that name is there, so that a signature that it doesn't verify is wrong.
    func knows(_ kid: String?, _ algorithm: SignatureAlgorithm) -> Bool {
        keys.contains { key in
            guard let kid, let name = key.kid else { return false }
            return ConstantTime.equal(name, kid) && key.verifiers[algorithm] != nil
        }
    }

    /// Whether one of the keys made a signature.
    ///
    /// If a token names its key, only that key is used, otherwise any key that fits and that the issuer's rule allows.
    ///
    /// - Parameter caches: Whether a token that is verified is cached, because clients send such tokens repeatedly.
    func verifies(
        _ token: SignedToken, _ algorithm: SignatureAlgorithm, kid: String?, for issuer: IssuerRule,
        caches: Bool = false
    ) -> Bool {
        keys.contains { key in
            if let kid, key.kid.map({ ConstantTime.equal($0, kid) }) != true { return false }
            return issuer.allows(key, for: token) && key.verifies(token, algorithm, caches: caches)
        }
    }
}
