import Encodings
import HTTPTransport
import HTTPTypes

/// Metadata and keys.
extension ProviderState {
    func metadataResponse(_ request: ReceivedRequest) -> ProviderResponse {
        .json(document(request).with(misbehaviour.metadata))
    }

    private func document(_ request: ReceivedRequest) -> JSONMembers {
        func url(_ endpoint: Endpoint) -> JSON { .string(address(of: endpoint, request)) }
        var document: JSONMembers = [
            "issuer": .string(issuer(for: request)),
            "authorization_endpoint": url(.authorization),
            "token_endpoint": url(.token),
            "jwks_uri": url(.keys),
            "userinfo_endpoint": url(.userInfo),
            "end_session_endpoint": url(.endSession),
            "revocation_endpoint": url(.revocation),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "form_post"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "scopes_supported": ["openid", "profile", "offline_access"],
            "token_endpoint_auth_methods_supported": [
                "client_secret_basic", "client_secret_post", "private_key_jwt", "none",
            ],
            "token_endpoint_auth_signing_alg_values_supported": .array(Self.usualAssertionAlgorithms.map(JSON.string)),
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": true,
            "frontchannel_logout_supported": true,
            "frontchannel_logout_session_supported": true,
            "backchannel_logout_supported": true,
            "backchannel_logout_session_supported": true,
        ]
        if misbehaviour.pushedRequests != .notOffered {
            document["pushed_authorization_request_endpoint"] = url(.pushedRequest)
            document["require_pushed_authorization_requests"] = .bool(misbehaviour.pushedRequests == .required)
        }
        return document
    }

    /// The URL of an endpoint of the same authority.
    ///
    /// The request's policy parameter `p` is retained.
    func address(of endpoint: Endpoint, _ request: ReceivedRequest) -> String {
        let query = request.query[single: "p"].map { "?p=\($0)" } ?? ""
        return "\(origin)\(request.base)\(endpoint.rawValue)\(query)"
    }

    private static let usualAssertionAlgorithms = ["PS256", "RS256", "ES256", "EdDSA"]

    /// The algorithms of assertions that the metadata offers; without a list, all.
    var assertionAlgorithms: [String] {
        guard case .array(let offered) = misbehaviour.metadata["token_endpoint_auth_signing_alg_values_supported"]
        else {
            return Self.usualAssertionAlgorithms
        }
        return offered.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    func keysResponse(_ request: ReceivedRequest) throws -> ProviderResponse {
        var keys = try self.keys.published.map { try $0.publicJWK }
        switch misbehaviour.keys {
        case nil: break
        case .fault(let fault): if let response = ProviderResponse(fault) { return response }
        case .emptySet: keys = []
        case .forEncryption: keys = keys.map { $0.with(["use": "enc"]) }
        case .otherAlgorithm: keys = keys.map { $0.with(["alg": $0["alg"] == "RS256" ? "RS512" : "ES512"]) }
        case .besideUselessOnes: keys = Self.uselessKeys + keys
        case .withoutNames: keys = keys.map { $0.with(["kid": .null]) }
        case .unnamed: keys = keys.filter { $0["kty"] == "RSA" }.map { $0.with(["kid": .null]) }
        case .signedCoordinates: keys = keys.map { $0.with(Self.signedCoordinates(of: $0)) }
        case .forWhoAcceptsKeySets:
            guard request.headerFields[.accept]?.contains("application/jwk-set+json") == true else {
                return ProviderResponse(.notAcceptable)
            }
        case .boundToIssuer(let issuer): keys = keys.map { $0.with(["issuer": .string(issuer)]) }
        case .besideAnother: keys = [try ProviderKeys.foreign(id: "another").publicJWK] + keys
        }
        return .json(["keys": .array(keys.map(JSON.object))])
    }

    /// The coordinates of an elliptic key with a zero octet in front.
    private static func signedCoordinates(of key: JSONMembers) -> JSONMembers {
        var coordinates: JSONMembers = [:]
        for name in ["x", "y"] {
            guard case .string(let text)? = key[name], let octets = Base64URL.decode(text) else { continue }
            coordinates[name] = .string(Base64URL.encode([0] + octets))
        }
        return coordinates
    }

    /// Unusable entries of real key sets, next to the right keys.
    private static let uselessKeys: [JSONMembers] = [
        [:],
        ["kty": "QQQ", "kid": "unknown-type"],
        ["kty": "oct", "kid": "symmetric", "k": "c2VjcmV0", "alg": "HS256"],
        ["kty": "RSA", "kid": "no-modulus", "e": "AQAB"],
        ["kty": "RSA", "kid": "tiny", "n": "3w", "e": "AQAB"],
        ["kty": "EC", "kid": "unknown-curve", "crv": "P-999", "x": "AA", "y": "AA"],
        ["kty": "EC", "kid": "off-the-curve", "crv": "P-256", "x": "AQ", "y": "AQ"],
        ["kty": 7, "kid": []],
        ["kty": "RSA", "kid": "odd-algorithm", "alg": "RSA-OAEP", "use": "enc", "n": "3w", "e": "AQAB"],
    ]
}
