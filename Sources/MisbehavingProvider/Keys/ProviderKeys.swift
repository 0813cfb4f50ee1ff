/// The keys of the provider: the one that signs, and those that it publishes.
struct ProviderKeys: Sendable {
    private(set) var signing: SigningKey
    private(set) var published: [SigningKey]
    /// Signs ES256 tokens; published beside the others.
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
