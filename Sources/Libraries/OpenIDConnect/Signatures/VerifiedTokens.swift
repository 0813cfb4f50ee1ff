import Crypto
import Synchronization

/// The digests of tokens that a key has verified lately.
///
/// An API gets an access token with many requests, and its signature takes most of the time of verifying it. Whether a
/// key made a signature never changes, so that alone is cached; the rest of a token is checked at each request.
final class VerifiedTokens: Sendable {
    private struct Digests {
        var recent: Set<SHA256Digest> = []
        var earlier: Set<SHA256Digest> = []
    }

    private let digests = Mutex(Digests())
    private let mostRecent: Int

    /// - Parameter count: Maximum number of cached tokens; 16,384 take about 1 MB.
    init(atMost count: Int = 16_384) {
        mostRecent = count / 2
    }

    /// Whether the key made the signature of a token; `verify` is called only if the token isn't cached.
    func isVerified(_ token: SignedToken, orBy verify: () -> Bool) -> Bool {
        let digest = token.digest
        let (isRecent, isEarlier) = digests.withLock { ($0.recent.contains(digest), $0.earlier.contains(digest)) }
        if isRecent { return true }
        guard isEarlier || verify() else { return false }
        insert(digest)
        return true
    }

    /// Adds a digest to the recent ones.
    ///
    /// If these are full, they replace the earlier ones first. A token that is sent again meanwhile is a recent one
    /// again, so tokens that are sent often stay.
    private func insert(_ digest: SHA256Digest) {
        digests.withLock {
            if $0.recent.count >= mostRecent { $0 = Digests(earlier: $0.recent) }
            $0.recent.insert(digest)
        }
    }
}

extension SignedToken {
    /// The digest of the whole token.
    ///
    /// The signing input has one dot, so it ends at the second one.
    fileprivate var digest: SHA256Digest {
        var hash = SHA256()
        hash.update(data: signingInput)
        hash.update(data: [UInt8(ascii: ".")])
        hash.update(data: signature)
        return hash.finalize()
    }
}
