import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct ClientAuthenticationTests {
    @Test(
        "The client's id and secret are form-encoded before Base64",
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
        "The authentication method is the first that the metadata offers and the credential fits",
        arguments: [
            (.none, nil, .publicClient), (.none, ["client_secret_basic"], .publicClient),
            (Self.foreign, nil, .privateKeyJWT),
            (Self.foreign, ["client_secret_basic", "private_key_jwt"], .privateKeyJWT),
            (.secret("s"), nil, .clientSecretBasic),
            (.secret("s"), [], .clientSecretBasic),
            (.secret("s"), ["private_key_jwt", "client_secret_post", "client_secret_basic"], .clientSecretBasic),
            (.secret("s"), ["private_key_jwt", "client_secret_post"], .clientSecretPost),
            (.secret("s"), ["tls_client_auth"], .clientSecretBasic),
            (.secret("s"), ["none"], .publicClient), (.privateKey("k"), nil, .privateKeyJWT),
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

    private static let foreign = ClientCredential.assertion { "" }
    private static let both = ClientCredential(secret: "s", privateKey: "k")

    @Test("A configured authentication method is used, whatever the metadata offers")
    func set() throws {
        let proof = try ClientAuthentication(
            clientID: "c", credential: .secret("s"), chosen: .clientSecretPost, offered: ["client_secret_basic"])
        #expect(proof.method == .clientSecretPost)
    }

    @Test(
        "A method without its credential is refused, and the fault is the credential",
        arguments: [
            (.clientSecretBasic, .none, .clientSecret), (.clientSecretPost, .privateKey("k"), .clientSecret),
            (.privateKeyJWT, .secret("s"), .clientKey),
        ] as [(ClientAuthenticationMethod, ClientCredential, ConfigurationFault)])
    func lacking(_ method: ClientAuthenticationMethod, _ credential: ClientCredential, _ fault: ConfigurationFault)
        async
    {
        await expectKind(.configuration(fault)) {
            try ClientAuthentication(clientID: "c", credential: credential, chosen: method, offered: nil)
        }
    }

    @Test("Each authentication method puts its proof in its place, and nothing elsewhere")
    func proofs() async throws {
        let (postForm, postFields) = try await prove(.secret("s"), .clientSecretPost)
        #expect(postForm == FormBody([("client_id", "c"), ("client_secret", "s")]))
        #expect(postFields.isEmpty)
        let (basicForm, basicFields) = try await prove(.secret("s"), .clientSecretBasic)
        #expect(basicForm.fields.isEmpty)
        #expect(basicFields[.authorization] != nil)
        let (noneForm, noneFields) = try await prove(.none, .publicClient)
        #expect(noneForm == FormBody([("client_id", "c")]))
        #expect(noneFields.isEmpty)
    }

    @Test("A key that can't sign is the operator's fault")
    func badKey() async {
        await expectKind(.configuration(.clientKey)) {
            try await prove(.privateKey("nonsense"), .privateKeyJWT)
        }
    }

    private func prove(
        _ credential: ClientCredential, _ method: ClientAuthenticationMethod
    ) async throws -> (FormBody, HTTPFields) {
        var form = FormBody()
        var fields = HTTPFields()
        try await ClientAuthentication(clientID: "c", credential: credential, chosen: method, offered: nil)
            .prove(&form, &fields, audience: "https://id.example", algorithms: nil, now: FakeProvider.now)
        return (form, fields)
    }
}
