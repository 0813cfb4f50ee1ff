import Encodings

/// The keys of one policy, at the address that its metadata names now.
struct PolicyKeys: Sendable {
    let provider: Provider
    let policy: String?
    /// The issuer whose tokens the keys verify; metadata that now names another issuer isn't used for them.
    let issuer: IssuerRule

    /// The keys at the `jwks_uri` of the cached metadata.
    func document() async throws(OpenIDConnectError) -> CachedDocument<KeySet> {
        let metadata = try await provider.metadata(policy: policy).value()
        guard ByteEquality.equal(metadata.issuer, issuer.text) else {
            throw OpenIDConnectError(.issuerHasChanged, metadata.issuer)
        }
        return provider.keys(at: metadata.keysURL)
    }

    /// The keys at another address, if refetched metadata names one.
    ///
    /// The metadata is refetched as seldom as keys are, because the same tokens can cause both.
    ///
    /// - Returns: The keys at the other address, and whether the refetch was withheld, in which case there may still be
    ///   another address.
    /// - Throws: If the metadata can't be refetched.
    func document(
        movedFrom former: CachedDocument<KeySet>, notWithin seconds: Double
    ) async throws(OpenIDConnectError) -> (document: CachedDocument<KeySet>?, isWithheld: Bool) {
        let (_, isWithheld) = try await provider.metadata(policy: policy).renewedValue(notWithin: seconds)
        let document = try await document()
        return (document === former ? nil : document, isWithheld)
    }
}
