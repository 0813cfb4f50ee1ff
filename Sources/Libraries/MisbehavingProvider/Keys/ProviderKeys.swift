import CryptoExtras

/// The keys of the provider: the one that signs, and those that it publishes.
struct ProviderKeys: Sendable {
    private(set) var signing: SigningKey
    private(set) var published: [SigningKey]
    /// Signs ES256 tokens; published next to the others.
    let elliptic: SigningKey
    private var made = 1

    init() throws {
        signing = try .rsa(0, id: "rsa-1")
        elliptic = .p256(id: "ec-1")
        published = [signing, elliptic]
    }

    /// A key that is published nowhere.
    static func foreign(id: String) throws -> SigningKey { try .rsa(RSAKeyPool.count - 1, id: id) }

    /// Takes a new key; the old one is published no longer.
    mutating func rotate() throws {
        made += 1
        // The last of the pool is the foreign one.
        signing = try .rsa((made - 1) % (RSAKeyPool.count - 1), id: "rsa-\(made)")
        published = [signing, elliptic]
    }
}

/// The RSA keys of this process: finding primes takes longer than a whole sign-in.
///
/// All are made when the first is needed, before a provider responds, so that no request waits for one.
enum RSAKeyPool {
    private static let keys = Result { try (0..<count).map { _ in try _RSA.Signing.PrivateKey(keySize: .bits2048) } }

    /// The number of different keys; after that they repeat.
    static let count = 3

    static func key(_ number: Int) throws -> _RSA.Signing.PrivateKey {
        try keys.get()[number % count]
    }
}
