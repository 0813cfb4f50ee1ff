/// Verifies the signature of a token: the algorithm first, then the key, then the signature itself.
struct SignatureCheck {
    let purpose: TokenPurpose
    let keys: CachedDocument<KeySet>

    /// - Returns: The algorithm, which hashes inside the token depend on.
    func verify(_ token: SignedToken) async throws(OpenIDConnectError) -> SignatureAlgorithm {
        let (algorithm, kid) = try header(of: token)
        if try await keys.value().verifies(token, algorithm, kid: kid) { return algorithm }
        // The key may be newer than what is kept (OpenID Connect Core, section 10.1.1).
        if try await keys.renewedValue(notWithin: purpose.leastKeyInterval).verifies(token, algorithm, kid: kid) { return algorithm }
        throw purpose.refusal("no key of the authority's verifies its signature")
    }

    private func header(of token: SignedToken) throws(OpenIDConnectError) -> (SignatureAlgorithm, kid: String?) {
        guard let algorithm = token.header["alg"]?.string.flatMap(SignatureAlgorithm.init) else {
            throw purpose.refusal("its algorithm is not accepted")
        }
        // An extension that must be understood isn't (RFC 7515, section 4.1.11).
        guard !token.header.members.contains(where: { $0.name == "crit" }) else {
            throw purpose.refusal("its header has a critical extension")
        }
        guard purpose.allows(type: token.header["typ"]) else { throw purpose.refusal("it is a token of another type") }
        guard let kid = token.header["kid"] else { return (algorithm, nil) }
        guard let name = kid.string else { throw purpose.refusal("the name of its key is no string") }
        return (algorithm, name)
    }
}
