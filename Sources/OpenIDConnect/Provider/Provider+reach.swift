import Encodings
import HTTPTransport

extension Provider {
    /// How many seconds lie between two refetches of the metadata because an endpoint can't be reached.
    private static var leastInterval: Double { 5 }

    /// Sends a request to an endpoint, and once more if the endpoint can't be reached and has moved.
    ///
    /// Only a request that had no connection is sent again, because a code or a refresh token may be good for one use.
    nonisolated func reach<Result>(
        _ url: HTTPURL, of metadata: ProviderMetadata, _ endpoint: (ProviderMetadata) -> HTTPURL?, policy: String?,
        _ send: (HTTPURL, ProviderMetadata) async throws(OpenIDConnectError) -> Result
    ) async throws(OpenIDConnectError) -> Result {
        do {
            return try await send(url, metadata)
        } catch {
            guard error.isUnsent,
                let newest = try? await self.metadata(policy: policy).renewedValue(notWithin: Self.leastInterval).value,
                ConstantTime.equal(newest.issuer, metadata.issuer), let moved = endpoint(newest), moved != url
            else { throw error }
            return try await send(moved, newest)
        }
    }
}
