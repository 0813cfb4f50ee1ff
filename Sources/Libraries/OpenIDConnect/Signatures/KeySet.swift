import Encodings
import HTTPTransport
import HTTPTypes
import JWTKit

/// An authority's public keys (RFC 7517, section 5), without those that can't verify a signature.
struct KeySet: Sendable {
    /// Maximum number of keys of a set that are read.
    private static let mostKeys = 100
    /// The registered type of key sets (RFC 7517, section 8.5.1), and the one that most authorities use.
    private static let mediaTypes = "application/jwk-set+json, application/json"

    let keys: [ProviderKey]
    /// Why each of the other keys can't be used.
    private let faults: [ProviderKeyFault]
    /// The names of all keys, also of those that can't be used.
    private let names: [String]
    private let unreadCount: Int

    /// Parses a set key by key, so that a key of an unknown kind doesn't make the others unusable.
    init(_ document: JSONObject) async throws(OpenIDConnectError) {
        guard let members = document["keys"]?.array else { throw OpenIDConnectError(.keysNotJSON) }
        var (keys, faults): ([ProviderKey], [ProviderKeyFault]) = ([], [])
        for member in members.prefix(Self.mostKeys) {
            do throws(ProviderKeyFault) {
                guard let object = member.object else { throw .malformed }
                keys.append(try await ProviderKey(reading: object))
            } catch {
                faults.append(error)
            }
        }
        self.keys = keys
        self.faults = faults
        names = members.compactMap { $0.object?["kid"]?.string }
        unreadCount = max(0, members.count - Self.mostKeys)
    }

    static func fetch(from url: HTTPURL, by call: ProviderCall) async throws(OpenIDConnectError)
        -> CachedDocument<KeySet>.Fetched
    {
        let response = try await call.get(url, headerFields: [.accept: mediaTypes])
        guard response.status.code == 200 else {
            throw OpenIDConnectError(.keysStatus, response.statusInWords, at: url)
        }
        let document = try response.object(or: .keysNotJSON, at: url)
        return (try await KeySet(document), CacheLifetime.seconds(of: response.headerFields))
    }

    /// The keys that can't be used and why, in words; `nil` if all can.
    var remarks: String? {
        var remarks: [String] = []
        if !faults.isEmpty {
            let reasons = ProviderKeyFault.allCases.filter(faults.contains).map(\.rawValue).joined(separator: "; ")
            remarks.append("\(faults.count) of \(keys.count + faults.count) keys unusable: \(reasons)")
        }
        if unreadCount > 0 {
            remarks.append("only the first \(Self.mostKeys) of \(Self.mostKeys + unreadCount) keys are read")
        }
        return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }

    /// Whether a key can't be used although the authority seems to sign with it.
    var isFaulty: Bool { unreadCount > 0 || faults.contains { $0 != .notForSignatures } }

    /// Whether a key of that name is there, so that a signature that it doesn't verify is wrong.
    func knows(_ kid: String?, _ algorithm: SignatureAlgorithm) -> Bool {
        guard let kid else { return false }
        return keys.contains { $0.isNamed(kid) && $0.verifiers[algorithm] != nil }
    }

    /// Whether one of the keys made a signature.
    ///
    /// If a token names its key, only that key is used. The name is a hint (RFC 7515, section 4.1.4), so if no key has
    /// it, keys without a name are used. A token without one may be any key's that fits and that the issuer's rule
    /// allows.
    ///
    /// - Parameter caches: Whether a token that is verified is cached, because clients send such tokens repeatedly.
    func verifies(
        _ token: SignedToken, _ algorithm: SignatureAlgorithm, kid: String?, for issuer: IssuerRule,
        caches: Bool = false
    ) -> Bool {
        let isPresent = kid.map { kid in names.contains { ByteEquality.equal($0, kid) } } ?? false
        return keys.contains { key in
            if let kid {
                guard isPresent ? key.isNamed(kid) : key.kid == nil else { return false }
            }
            return issuer.allows(key, for: token) && key.verifies(token, algorithm, caches: caches)
        }
    }
}
