import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes

/// Whether the client's authentication is valid (OpenID Connect Core, section 9).
extension ProviderState {
    private struct AssertionHeader: Decodable {
        let alg: String
    }

    private struct Assertion: Decodable {
        let iss: String
        let sub: String
        let aud: Audience
        let exp: Double
        let jti: String
    }

    private struct Audience: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
        }
    }

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
        if form[single: "client_assertion"] != nil { return isRight(assertionIn: form) ? "private_key_jwt" : nil }
        if let secret = form[single: "client_secret"] { return secret == client.secret ? "client_secret_post" : nil }
        return client.secret == nil && client.publicKey == nil ? "none" : nil
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

    private mutating func isRight(assertionIn form: FormBody) -> Bool {
        guard form[single: "client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" else {
            return false
        }
        let parts = (form[single: "client_assertion"] ?? "").split(separator: ".")
        guard parts.count == 3, let header = decoded(AssertionHeader.self, parts[0]),
            let assertion = decoded(Assertion.self, parts[1]),
            let signature = Base64URL.decode(parts[2]),
            verifies(signature, of: Data("\(parts[0]).\(parts[1])".utf8), header.alg)
        else { return false }
        let now = Date().timeIntervalSince1970
        if !assertion.aud.names.contains(where: { $0.hasPrefix(origin) }) {
            note("client assertion for another audience (RFC 7523, section 3)")
        }
        if !(now..<now + 3600).contains(assertion.exp) {
            note("client assertion that is over, or goes on for too long")
        }
        if !usedAssertions.insert(assertion.jti).inserted {
            note("client assertion used twice")
            return false
        }
        return assertion.iss == client.id && assertion.sub == client.id
    }

    private func verifies(_ signature: [UInt8], of data: Data, _ algorithm: String) -> Bool {
        guard let pem = client.publicKey else { return false }
        switch algorithm {
        case "RS256":
            let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem)
            return key?.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: Data(signature)), for: SHA256.hash(data: data),
                padding: .insecurePKCS1v1_5)
                ?? false
        case "ES256":
            let key = try? P256.Signing.PublicKey(pemRepresentation: pem)
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Data(signature))
            return signature.flatMap { key?.isValidSignature($0, for: SHA256.hash(data: data)) } ?? false
        default: return false
        }
    }

    private func decoded<Value: Decodable>(_: Value.Type, _ part: Substring) -> Value? {
        Base64URL.decode(part).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
    }
}
