import Encodings

/// Verifies the signature of a token: the algorithm first, then the key, then the signature itself.
struct SignatureCheck {
    let purpose: TokenPurpose
    let keys: PolicyKeys

    /// - Returns: The algorithm, which hashes inside the token depend on.
    func verify(_ token: SignedToken) async throws(OpenIDConnectError) -> SignatureAlgorithm {
        let (algorithm, kid) = try header(of: token)
        let document = try await keys.document()
        var failure: OpenIDConnectError?
        do {
            if try await verifies(token, algorithm, kid, by: document) { return algorithm }
        } catch {
            failure = error
        }
        do {
            if try await verifiesByMovedKeys(token, algorithm, kid, from: document) { return algorithm }
        } catch {
            failure = failure ?? error
        }
        let name = kid.map { "kid \($0)" } ?? "no kid"
        let remarks = document.current?.remarks.map { "; \($0)" } ?? ""
        throw failure ?? purpose.refusal(.notVerified, "alg \(algorithm.rawValue), \(name)\(remarks)")
    }

    private func verifies(
        _ token: SignedToken, _ algorithm: SignatureAlgorithm, _ kid: String?, by document: CachedDocument<KeySet>
    ) async throws(OpenIDConnectError) -> Bool {
        if isSigned(token, algorithm, kid, by: try await document.value()) { return true }
        // The key may be newer than the cached ones (OpenID Connect Core, section 10.1.1).
        let (newest, isWithheld) = try await document.renewedValue(notWithin: purpose.leastKeyInterval)
        if isSigned(token, algorithm, kid, by: newest) { return true }
        if isWithheld, !newest.knows(kid, algorithm) { try demandFetch() }
        return false
    }

    /// Whether a key verifies the token that is at another address than its keys were so far.
    private func verifiesByMovedKeys(
        _ token: SignedToken, _ algorithm: SignatureAlgorithm, _ kid: String?, from document: CachedDocument<KeySet>
    ) async throws(OpenIDConnectError) -> Bool {
        let isKnown = document.current?.knows(kid, algorithm) ?? false
        let moved: (document: CachedDocument<KeySet>?, isWithheld: Bool)
        do {
            moved = try await keys.document(movedFrom: document, notWithin: purpose.leastKeyInterval)
        } catch {
            // A cached key can refuse a signature without a fetch.
            if isKnown { return false }
            throw error
        }
        // Keys of that address may be cached from earlier, if it was used before.
        if let document = moved.document { return try await verifies(token, algorithm, kid, by: document) }
        if moved.isWithheld, !isKnown { try demandFetch() }
        return false
    }

    private func isSigned(
        _ token: SignedToken, _ algorithm: SignatureAlgorithm, _ kid: String?, by keySet: KeySet
    ) -> Bool {
        keySet.verifies(token, algorithm, kid: kid, for: keys.issuer, caches: purpose.isSentRepeatedly)
    }

    /// Doesn't let a token be refused whose key may just be new, if it can be verified later.
    private func demandFetch() throws(OpenIDConnectError) {
        guard purpose.awaitsKeys else { return }
        var error = OpenIDConnectError(.keysNotRefetched)
        error.kind = .temporarilyUnavailable(retryAfter: Int(purpose.leastKeyInterval))
        throw error
    }

    private func header(of token: SignedToken) throws(OpenIDConnectError) -> (SignatureAlgorithm, kid: String?) {
        guard let algorithm = token.header["alg"]?.string.flatMap(SignatureAlgorithm.init) else {
            throw purpose.refusal(.algorithmNotAccepted, SignatureAlgorithm.advice(on: token.header["alg"]))
        }
        // An extension that must be understood isn't (RFC 7515, section 4.1.11).
        guard !token.header.members.contains(where: { $0.name == "crit" }) else {
            throw purpose.refusal(.criticalExtension, token.header["crit"]?.text)
        }
        guard purpose.allows(type: token.header["typ"]) else {
            throw purpose.refusal(.otherType, token.header["typ"].map { "typ \($0.text)" })
        }
        guard let kid = token.header["kid"] else { return (algorithm, nil) }
        guard let name = kid.string else { throw purpose.refusal(.keyNameNotString) }
        return (algorithm, name)
    }
}
