import CryptoExtras

/// The RSA keys of this process: finding primes takes longer than a whole sign-in.
///
/// All are made when the first is needed, before a provider answers, so that no request waits for one.
enum RSAKeyPool {
    private static let keys = Result { try (0..<count).map { _ in try _RSA.Signing.PrivateKey(keySize: .bits2048) } }

    /// How many different keys there are; past it they come round again.
    static let count = 3

    static func key(_ number: Int) throws -> _RSA.Signing.PrivateKey {
        try keys.get()[number % count]
    }
}
