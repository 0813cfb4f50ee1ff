import FoundationEssentials
import HTTPTransport

/// The authority as seen from here: its metadata for each policy, and its keys, each fetched when needed and kept.
actor Provider {
    /// More key sets than an authority has; past it, those kept are forgotten, for addresses come from outside.
    private static let mostKeySets = 32

    nonisolated let authority: Authority
    nonisolated let call: ProviderCall
    nonisolated let now: @Sendable () -> Date
    private var metadata: [String: CachedDocument<ProviderMetadata>] = [:]
    private var keySets: [HTTPURL: CachedDocument<KeySet>] = [:]

    init(authority: Authority, call: ProviderCall, now: @escaping @Sendable () -> Date) {
        self.authority = authority
        self.call = call
        self.now = now
    }

    /// The metadata of a policy.
    func metadata(policy: String?) -> CachedDocument<ProviderMetadata> {
        let name = policy?.lowercased() ?? ""
        if let known = metadata[name] { return known }
        let (authority, call, now) = (authority, call, now)
        let document = CachedDocument(now: now) { () async throws(OpenIDConnectError) in
            try await MetadataRequest(authority: authority, policy: policy).fetch(by: call, now: now)
        }
        metadata[name] = document
        return document
    }

    /// The keys at an address.
    func keys(at url: HTTPURL) -> CachedDocument<KeySet> {
        if let known = keySets[url] { return known }
        if keySets.count >= Self.mostKeySets { keySets.removeAll() }
        let call = call
        let document = CachedDocument(now: now) { () async throws(OpenIDConnectError) in
            try await KeySet.fetch(from: url, by: call)
        }
        keySets[url] = document
        return document
    }
}
