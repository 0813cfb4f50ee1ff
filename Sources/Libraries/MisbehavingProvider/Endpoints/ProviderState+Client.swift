import HTTPTransport
import HTTPTypes
import PortableFoundation

/// Whether the client's authentication is valid (OpenID Connect Core, section 9).
extension ProviderState {
    /// How the client authenticated; `nil` if it didn't.
    mutating func authenticatedClient(_ request: ReceivedRequest) -> String? {
        let used = proof(request)
        guard let used, client.authentication == nil || client.authentication == used else {
            note("client authentication: \(used ?? "wrong"), registered: \(client.authentication ?? "any")")
            return nil
        }
        return used
    }

    private mutating func proof(_ request: ReceivedRequest) -> String? {
        let form = request.form
        let ways = [
            request.headerFields[.authorization] != nil, form[single: "client_secret"] != nil,
            form[single: "client_assertion"] != nil,
        ]
        if ways.count(where: \.self) > 1 {
            note("more than one client authentication in a request (RFC 6749, section 2.3)")
        }
        if let field = request.headerFields[.authorization] {
            return isRight(basic: field) ? "client_secret_basic" : nil
        }
        guard form[single: "client_id"] == client.id else { return nil }
        if form[single: "client_assertion"] != nil {
            return isRight(assertionIn: form, request) ? "private_key_jwt" : nil
        }
        if let secret = form[single: "client_secret"] { return secret == client.secret ? "client_secret_post" : nil }
        let isPublic = client.secret == nil && client.publicKey == nil && client.federatedCredential == nil
        return isPublic ? "none" : nil
    }

    /// Id and secret are form-encoded inside (RFC 6749, section 2.3.1).
    private func isRight(basic field: String) -> Bool {
        guard field.lowercased().hasPrefix("basic "), let data = Data(base64Encoded: String(field.dropFirst(6))),
            let secret = client.secret
        else {
            return false
        }
        return String(decoding: data, as: UTF8.self) == "\(FormBody.encode(client.id)):\(FormBody.encode(secret))"
    }

    private mutating func isRight(assertionIn form: FormBody, _ request: ReceivedRequest) -> Bool {
        guard form[single: "client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" else {
            return false
        }
        let check = AssertionCheck(
            client: client, issuer: issuer(for: request), tokenEndpoint: address(of: .token, request),
            algorithms: assertionAlgorithms, now: now().timeIntervalSince1970)
        do {
            let name = try check.verify(form[single: "client_assertion"] ?? "")
            guard let name, !usedAssertions.insert(name).inserted else { return true }
            note("client assertion: used before (RFC 7523, section 3)")
        } catch {
            note("client assertion: \(error.reason)")
        }
        return false
    }
}
