import CryptoExtras

/// The RSA keys of this process, each made when it is first needed: finding primes takes longer than a whole sign-in.
enum RSAKeyPool {
    private static let first = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private static let second = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private static let third = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// How many different keys there are; past it they come round again.
    static let count = 3

    static func key(_ number: Int) throws -> _RSA.Signing.PrivateKey {
        switch number % count {
        case 0: try first.get()
        case 1: try second.get()
        default: try third.get()
        }
    }
}
