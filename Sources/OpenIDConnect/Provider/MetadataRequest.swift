import FoundationEssentials
import HTTPTransport
import HTTPTypes

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
                throw OpenIDConnectError(
                    .invalidProviderResponse, "\(url): status \(response.status.code) instead of metadata")
            }
            var metadata = try ProviderMetadata(parsing: response.body, allowsLoopback: url.scheme == .http) {
                authority.endpoint($0, policy: policy)
            }
            guard authority.accepts(issuer: metadata.issuer) else {
                throw OpenIDConnectError(
                    .metadataMismatch,
                    "\(url): names the issuer \(ProviderText.sanitized(metadata.issuer)), "
                        + "which is not the one to expect")
            }
            let fields = response.headerFields
            metadata.clockDifference = fields[.date].flatMap(HTTPDate.parse)?.timeIntervalSince(now())
            return (metadata, CacheLifetime.seconds(of: fields))
        }
        throw OpenIDConnectError(.configuration(setting: "authority"), "the authority has no place for its metadata")
    }
}
