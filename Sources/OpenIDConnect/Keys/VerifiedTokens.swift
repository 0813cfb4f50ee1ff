import Crypto
import Synchronization

/// The tokens that a key has verified lately, by their digests.
///
/// An API gets an access token with many requests, and its signature takes most of the time of verifying it. Whether a
/// key made a signature never changes, so that alone is remembered; the rest of a token is checked at each request.
final class VerifiedTokens: Sendable {
    private struct Digests {
        var recent: Set<SHA256Digest> = []
        var earlier: Set<SHA256Digest> = []
    }

    private let digests = Mutex(Digests())
    private let mostRecent: Int

    /// - Parameter count: The most tokens that are remembered, of which each takes about 60 bytes.
    init(atMost count: Int = 16_384) {
        mostRecent = count / 2
    }

    /// Whether the key made the signature of a token, which is computed unless the token is remembered.
    func contains(_ token: SignedToken, orVerifies verifies: () -> Bool) -> Bool {
        let digest = token.digest
        let (isRecent, isEarlier) = digests.withLock { ($0.recent.contains(digest), $0.earlier.contains(digest)) }
        if isRecent { return true }
        guard isEarlier || verifies() else { return false }
        insert(digest)
        return true
    }

    /// Remembers a token as a recent one.
    ///
    /// If there are too many, they become the earlier ones, in place of those that haven't come again since.
    private func insert(_ digest: SHA256Digest) {
        digests.withLock {
            if $0.recent.count >= mostRecent { $0 = Digests(earlier: $0.recent) }
            $0.recent.insert(digest)
        }
    }
}

extension SignedToken {
    /// Of the whole token; only one second dot can separate what is signed from the signature.
    fileprivate var digest: SHA256Digest {
        var hash = SHA256()
        hash.update(data: signingInput)
        hash.update(data: [UInt8(ascii: ".")])
        hash.update(data: signature)
        return hash.finalize()
    }
}
