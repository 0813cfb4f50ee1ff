import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import JWTKit
import Testing

@testable import OpenIDConnect

@Suite struct ClientAuthenticationTests {
    @Test(
        "Id and secret are form-encoded before Base64",
        arguments: [
            ("client", "secret", "client:secret"), ("a:b", "c d+e%ü", "a%3Ab:c+d%2Be%25%C3%BC"),
        ])
    func basic(_ id: String, _ secret: String, _ plain: String) throws {
        let value = ClientAuthentication.basic(clientID: id, secret: secret)
        let bytes = try #require(Data(base64Encoded: String(value.dropFirst("Basic ".count))))
        #expect(value.hasPrefix("Basic "))
        #expect(String(decoding: bytes, as: UTF8.self) == plain)
    }

    @Test(
        "The method is the first that discovery offers and the credential fits",
        arguments: [
            (.none, nil, .none), (.none, ["client_secret_basic"], .none), (.secret("s"), nil, .clientSecretBasic),
            (.secret("s"), [], .clientSecretBasic),
            (.secret("s"), ["private_key_jwt", "client_secret_post", "client_secret_basic"], .clientSecretBasic),
            (.secret("s"), ["private_key_jwt", "client_secret_post"], .clientSecretPost),
            (.secret("s"), ["tls_client_auth"], .clientSecretBasic),
            (.secret("s"), ["none"], .none), (.privateKey("k"), nil, .privateKeyJWT),
            (.privateKey("k"), ["client_secret_basic", "private_key_jwt"], .privateKeyJWT),
            (Self.both, nil, .clientSecretBasic), (Self.both, [], .clientSecretBasic),
            (Self.both, ["private_key_jwt"], .privateKeyJWT),
            (Self.both, ["private_key_jwt", "client_secret_post"], .clientSecretPost),
            (Self.both, ["none", "private_key_jwt"], .privateKeyJWT),
            (Self.both, ["tls_client_auth"], .clientSecretBasic),
        ] as [(ClientCredential, [String]?, ClientAuthenticationMethod)])
    func chosen(_ credential: ClientCredential, _ offered: [String]?, _ method: ClientAuthenticationMethod) throws {
        #expect(
            try ClientAuthentication(clientID: "c", credential: credential, chosen: nil, offered: offered).method
                == method)
    }

    private static let both = ClientCredential(secret: "s", privateKey: "k")

    @Test("What is set is taken, whatever is offered")
    func set() throws {
        let proof = try ClientAuthentication(
            clientID: "c", credential: .secret("s"), chosen: .clientSecretPost, offered: ["client_secret_basic"])
        #expect(proof.method == .clientSecretPost)
    }

    @Test(
        "A method without its credential is refused, and the setting named",
        arguments: [
            (.clientSecretBasic, .none, "clientSecret"), (.clientSecretPost, .privateKey("k"), "clientSecret"),
            (.privateKeyJWT, .secret("s"), "clientKeyFile"),
        ] as [(ClientAuthenticationMethod, ClientCredential, String)])
    func lacking(_ method: ClientAuthenticationMethod, _ credential: ClientCredential, _ setting: String) async {
        await expectKind(.configuration(setting: setting)) {
            try ClientAuthentication(clientID: "c", credential: credential, chosen: method, offered: nil)
        }
    }

    @Test("Each method puts its proof where it belongs, and nothing elsewhere")
    func proofs() async throws {
        let (postForm, postFields) = try await prove(.secret("s"), .clientSecretPost)
        #expect(postForm == FormBody([("client_id", "c"), ("client_secret", "s")]))
        #expect(postFields.isEmpty)
        let (basicForm, basicFields) = try await prove(.secret("s"), .clientSecretBasic)
        #expect(basicForm.fields.isEmpty)
        #expect(basicFields[.authorization] != nil)
        let (noneForm, noneFields) = try await prove(.none, .none)
        #expect(noneForm == FormBody([("client_id", "c")]))
        #expect(noneFields.isEmpty)
    }

    @Test(
        "An assertion is signed by the key's kind, for the token endpoint, and good for five minutes",
        arguments: ["RS256", "ES256"])
    func assertion(_ algorithm: String) async throws {
        let rsa = try await TestSigner.rs256()
        let elliptic = ES256PrivateKey()
        let parameters = try #require(elliptic.publicKey.parameters)
        let jwk: JSONObject =
            algorithm == "RS256"
            ? rsa.jwk
            : .of([
                ("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(parameters.x)),
                ("y", .string(parameters.y)),
            ])
        let (form, _) = try await prove(
            .privateKey(algorithm == "RS256" ? TestKeys.rsa : elliptic.pemRepresentation), .privateKeyJWT)
        #expect(form[single: "client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        #expect(form[single: "client_id"] == "c")
        let token = try #require(SignedToken(parsing: form[single: "client_assertion"] ?? ""))
        #expect(token.header["alg"]?.string == algorithm)
        let keys = try await KeySet(parsing: Array(JSONValue.of(["keys": .array([.object(jwk)])]).text.utf8))
        #expect(
            keys.verifies(token, try #require(SignatureAlgorithm(rawValue: algorithm)), kid: nil, for: .fakeProviders))
        let claims = try #require(Claims(jsonObject: token.payload))
        #expect(claims[string: "iss"] == "c")
        #expect(claims[string: "sub"] == "c")
        #expect(claims[string: "aud"] == "https://id.example/token")
        #expect(claims[number: "exp"] == 1_800_000_300)
        #expect(claims[string: "jti"]?.utf8.count == 43)
    }

    @Test("A key that can't sign is the operator's fault")
    func badKey() async {
        await expectKind(.configuration(setting: "clientKeyFile")) {
            try await prove(.privateKey("nonsense"), .privateKeyJWT)
        }
    }

    private func prove(
        _ credential: ClientCredential, _ method: ClientAuthenticationMethod
    ) async throws -> (FormBody, HTTPFields) {
        var form = FormBody()
        var fields = HTTPFields()
        let endpoint = try #require(HTTPURL("https://id.example/token"))
        try await ClientAuthentication(clientID: "c", credential: credential, chosen: method, offered: nil)
            .prove(&form, &fields, audience: endpoint, now: FakeProvider.now)
        return (form, fields)
    }
}
