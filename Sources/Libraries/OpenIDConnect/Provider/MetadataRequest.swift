import HTTPTransport
import HTTPTypes
import PortableFoundation

/// Fetches the metadata of one policy, and checks the issuer in it.
struct MetadataRequest {
    let authority: Authority
    let policy: String?

    func fetch(by call: ProviderCall, now: @Sendable () -> Date) async throws(OpenIDConnectError)
        -> CachedDocument<ProviderMetadata>.Fetched
    {
        let places = authority.metadataURLs(policy: policy)
        for (index, url) in places.enumerated() {
            let response = try await call.get(url)
            if (400..<500).contains(response.status.code), index + 1 < places.count { continue }
            guard response.status.code == 200 else {
                throw OpenIDConnectError(.metadataStatus, response.statusInWords, at: url)
            }
            let document = try response.object(or: .metadataNotJSON, at: url)
            var metadata = try ProviderMetadata(document, allowsLoopback: url.scheme == .http) {
                authority.endpoint($0, policy: policy)
            }
            guard authority.accepts(issuer: metadata.issuer) else {
                throw OpenIDConnectError(.metadataOfOtherIssuer, metadata.issuer, at: url)
            }
            let fields = response.headerFields
            metadata.clockDifference = fields[.date].flatMap(HTTPDate.parse)?.timeIntervalSince(now())
            return (metadata, CacheLifetime.seconds(of: fields))
        }
        throw OpenIDConnectError(.configuration(.authority), "the authority has no place for its metadata")
    }
}
