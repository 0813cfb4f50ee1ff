import Encodings
import HTTPTransport
import PortableFoundation
import Synchronization

/// The authority's metadata for each policy, and its keys, each fetched on demand and cached.
final class Provider: Sendable {
    private struct Documents {
        var metadata: [String: CachedDocument<ProviderMetadata>] = [:]
        var keySets: [HTTPURL: CachedDocument<KeySet>] = [:]
    }

    /// More documents of one kind than an authority has.
    ///
    /// Beyond that number their cache is emptied, because policies and addresses may come from outside.
    private static let mostDocuments = 32

    let authority: Authority
    let call: ProviderCall
    let now: @Sendable () -> Date
    private let documents = Mutex(Documents())

    init(authority: Authority, call: ProviderCall, now: @escaping @Sendable () -> Date) {
        self.authority = authority
        self.call = call
        self.now = now
    }

    func metadata(policy: String?) -> CachedDocument<ProviderMetadata> {
        let name = policy?.lowercased() ?? ""
        return documents.withLock { documents in
            if let known = documents.metadata[name] { return known }
            if documents.metadata.count >= Self.mostDocuments { documents.metadata.removeAll() }
            let document = CachedDocument(now: now) { [authority, call, now] () async throws(OpenIDConnectError) in
                try await MetadataRequest(authority: authority, policy: policy).fetch(by: call, now: now)
            }
            documents.metadata[name] = document
            return document
        }
    }

    /// The keys at an address.
    func keys(at url: HTTPURL) -> CachedDocument<KeySet> {
        documents.withLock { documents in
            if let known = documents.keySets[url] { return known }
            if documents.keySets.count >= Self.mostDocuments { documents.keySets.removeAll() }
            let document = CachedDocument(now: now) { [call] () async throws(OpenIDConnectError) in
                try await KeySet.fetch(from: url, by: call)
            }
            documents.keySets[url] = document
            return document
        }
    }
}

extension Provider {
    /// Minimum interval between two refetches of the metadata because an endpoint is unreachable, in seconds.
    private static var leastInterval: Double { 5 }

    /// Sends a request to an endpoint, and once more if the endpoint can't be reached and has moved.
    ///
    /// Only a request that had no connection is sent again, because a code or a refresh token may work only once.
    func reach<Result>(
        _ url: HTTPURL, of metadata: ProviderMetadata, _ endpoint: (ProviderMetadata) -> HTTPURL?, policy: String?,
        _ send: (HTTPURL, ProviderMetadata) async throws(OpenIDConnectError) -> Result
    ) async throws(OpenIDConnectError) -> Result {
        do {
            return try await send(url, metadata)
        } catch {
            guard error.isUnsent,
                let newest = try? await self.metadata(policy: policy).renewedValue(notWithin: Self.leastInterval).value,
                ByteEquality.equal(newest.issuer, metadata.issuer), let moved = endpoint(newest), moved != url
            else { throw error }
            return try await send(moved, newest)
        }
    }
}
