import Crypto
import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import OpenIDConnect

@Suite struct ClientAssertionTests {
    private static let tenant = "https://login.microsoftonline.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/v2.0"

    /// The assertion that a refresh sends, decoded.
    private func assertion(
        _ credential: ClientCredential, authority: String = FakeProvider.issuer, algorithms: JSONValue = .null,
        audience: ClientAssertionAudience? = nil
    ) async throws -> SignedToken {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = [
                "issuer": .string(authority), "token_endpoint_auth_signing_alg_values_supported": algorithms,
            ]
            $0.tokenResponse = ["id_token": .null]
        }
        let flow = try SignIn(provider, authority: Authority(authority)) {
            $0.clientCredential = credential
            $0.assertionAudience = audience
        }
        _ = try await flow.refresh("r", issuer: authority)
        let form = try #require(await provider.requests(to: "/token").last).form
        #expect(form[single: "client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        #expect(form[single: "client_id"] == "client")
        return try #require(SignedToken(parsing: form[single: "client_assertion"] ?? ""))
    }

    @Test(
        "The key's kind and the authority's list decide the algorithm, and kid is the key's thumbprint",
        arguments: [
            (TestKeys.rsa, nil, "PS256", TestKeys.rsaThumbprint),
            (TestKeys.rsa, ["RS256", "PS256"], "PS256", TestKeys.rsaThumbprint),
            (TestKeys.rsa, ["RS256", "ES256"], "RS256", TestKeys.rsaThumbprint),
            (TestKeys.rsa, ["ES256"], "PS256", TestKeys.rsaThumbprint),
            (TestKeys.p256, nil, "ES256", TestKeys.p256Thumbprint),
            (TestKeys.p256, ["RS256"], "ES256", TestKeys.p256Thumbprint),
            (TestKeys.ed25519, nil, "EdDSA", TestKeys.ed25519Thumbprint),
            (TestKeys.ed25519, ["EdDSA", "Ed25519"], "EdDSA", TestKeys.ed25519Thumbprint),
            (TestKeys.ed25519, ["ES256", "Ed25519"], "Ed25519", TestKeys.ed25519Thumbprint),
        ] as [(String, [String]?, String, String)])
    func header(_ pem: String, _ offered: [String]?, _ algorithm: String, _ thumbprint: String) async throws {
        let token = try await assertion(
            .privateKey(pem), algorithms: offered.map { .array($0.map(JSONValue.string)) } ?? .null)
        #expect(
            token.header == ["alg": .string(algorithm), "typ": .string("JWT"), "kid": .string(thumbprint)])
    }

    @Test("A key is found among other PEM blocks, such as the curve's parameters that OpenSSL writes before it")
    func surrounded() async throws {
        let parameters = """
            -----BEGIN EC PARAMETERS-----
            BggqhkjOPQMBBw==
            -----END EC PARAMETERS-----

            """
        let certificate = try text(try await TestCertificate(), \.certificateFile)
        for pem in [parameters + TestKeys.p256, certificate + TestKeys.p256 + "\n" + certificate] {
            #expect(try await assertion(.privateKey(pem)).header["kid"] == .string(TestKeys.p256Thumbprint))
        }
    }

    @Test(
        "An assertion's signature verifies by the public key",
        arguments: [(nil, "PS256"), (.strings("RS256"), "RS256")] as [(JSONValue?, String)])
    func rsaSignature(_ offered: JSONValue?, _ algorithm: String) async throws {
        let token = try await assertion(.privateKey(TestKeys.rsa), algorithms: offered ?? .null)
        let jwk = try await TestSigner.rs256(kid: nil).jwk
        let keys = try await KeySet(["keys": .array([.object(jwk)])])
        #expect(
            keys.verifies(token, try #require(SignatureAlgorithm(rawValue: algorithm)), kid: nil, for: .fakeProviders))
    }

    @Test("With a certificate an assertion's header has the digest and no kid", arguments: [true, false])
    func certificate(hasChain: Bool) async throws {
        let (own, other) = (try await TestCertificate(), try await TestCertificate())
        let (pem, chain) = (try text(own, \.certificateFile), try text(other, \.certificateFile))
        let token = try await assertion(
            .privateKey(try text(own, \.keyFile), certificate: hasChain ? pem + chain : pem))
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let der = try #require(Data(base64Encoded: lines))
        let digest = Base64URL.encode(SHA256.hash(data: der))
        #expect(token.header == ["alg": .string("ES256"), "typ": .string("JWT"), "x5t#S256": .string(digest)])
    }

    @Test("A certificate of another key, and a text that is none, are refused before their use") func otherCertificate()
        async throws
    {
        let (own, other) = (try await TestCertificate(), try await TestCertificate())
        let party = try SignIn(try await FakeProvider()).party
        let key = try text(own, \.keyFile)
        for certificate in [try text(other, \.certificateFile), "nonsense", key] {
            await expectKind(.configuration(.clientCertificate)) {
                try await party.replaceCredential(.privateKey(key, certificate: certificate))
            }
        }
        try await party.replaceCredential(.privateKey(key, certificate: try text(own, \.certificateFile)))
    }

    @Test("An assertion's claims name the client, one audience, and five minutes") func claims() async throws {
        let claims = try #require(Claims(jsonObject: try await assertion(.privateKey(TestKeys.p256)).payload))
        #expect(claims[string: "iss"] == "client")
        #expect(claims[string: "sub"] == "client")
        #expect(claims[string: "aud"] == FakeProvider.issuer)
        #expect(claims[number: "iat"] == 1_800_000_000)
        #expect(claims[number: "nbf"] == 1_800_000_000)
        #expect(claims[number: "exp"] == 1_800_000_300)
        #expect(claims[string: "jti"]?.utf8.count == 43)
    }

    @Test(
        "An assertion's audience is the issuer, at Microsoft's hosts the token endpoint, unless it is configured",
        arguments: [
            (FakeProvider.issuer, nil, FakeProvider.issuer), (Self.tenant, nil, "https://id.example/token"),
            ("https://app.ciamlogin.com/t/v2.0", nil, "https://id.example/token"),
            (FakeProvider.issuer, .tokenEndpoint, "https://id.example/token"), (Self.tenant, .issuer, Self.tenant),
            ("https://ciamlogin.com", nil, "https://ciamlogin.com"),
        ] as [(String, ClientAssertionAudience?, String)])
    func audience(_ authority: String, _ chosen: ClientAssertionAudience?, _ audience: String) async throws {
        let token = try await assertion(.privateKey(TestKeys.p256), authority: authority, audience: chosen)
        #expect(Claims(jsonObject: token.payload)?[string: "aud"] == audience)
    }

    @Test("Every endpoint that authenticates the client gets a new assertion for the same audience")
    func endpoints() async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["pushed_authorization_request_endpoint": .string("https://id.example/par")]
        }
        let flow = try SignIn(provider) { $0.clientCredential = .privateKey(TestKeys.p256) }
        // Pushed parameters aren't in the address, so the provider gets them from the request.
        let attempt = try await flow.start().attempt
        await provider.change {
            $0.nonce = attempt.nonce
            $0.challenge = PKCE(verifier: attempt.codeVerifier).challenge
        }
        _ = try await flow.finish(attempt)
        _ = try await flow.refresh("r")
        try await flow.party.revoke(refreshToken: "r", policy: nil)
        let sent = await provider.received.compactMap { $0.form[single: "client_assertion"] }
        let claims = sent.compactMap(Claims.unverified(ofJWT:))
        #expect(claims.count == 4)
        #expect(Set(claims.compactMap { $0[string: "jti"] }).count == 4)
        #expect(Set(claims.map { $0.strings("aud") }) == [[FakeProvider.issuer]])
    }

    // MARK: Another's assertion

    private func foreign(expiringIn seconds: Double? = 60) -> String {
        let end = seconds.map { #","exp":\#(Int(FakeProvider.now.timeIntervalSince1970 + $0))"# } ?? ""
        return [#"{"alg":"RS256"}"#, #"{"iss":"https://cluster.example"\#(end)}"#, "signature"]
            .map { Base64URL.encode($0.utf8) }.joined(separator: ".")
    }

    @Test("A federated assertion is reread for each request, and sent without the white space around it")
    func foreignAssertion() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.tokenResponse = ["id_token": .null] }
        let texts = [foreign(), foreign(expiringIn: 90), foreign(expiringIn: nil)]
        let reads = Mutex(0)
        let source: ClientCredential.AssertionSource = {
            reads.withLock { count in
                defer { count += 1 }
                return " \(texts[count])\r\n"
            }
        }
        let flow = try SignIn(provider) { $0.clientCredential = .assertion(source) }
        for _ in texts { _ = try await flow.refresh("r") }
        let sent = await provider.requests(to: "/token").map { $0.form[single: "client_assertion"] }
        #expect(sent == texts)
    }

    @Test("An unusable federated assertion is not sent, and is the fault") func unusable() async throws {
        struct GoneError: Error, CustomStringConvertible { let description = "/tokens/gone does not exist" }
        let long = foreign() + String(repeating: "\n", count: 16 << 10)
        for (text, words) in [
            ("", "is empty"), (" \n", "is empty"), ("a.b", "is no signed JWT"), ("not a token", "is no signed JWT"),
            (String(foreign().prefix { $0 != "." }) + ".e30.", "is no signed JWT"),
            (foreign(expiringIn: 0), "has expired"), (foreign(expiringIn: -600), "has expired"),
            (long, "is longer than 16 KiB"), (nil, "can't be read: /tokens/gone does not exist"),
        ] as [(String?, String)] {
            let provider = try await FakeProvider()
            let flow = try SignIn(provider) {
                $0.clientCredential = .assertion {
                    guard let text else { throw GoneError() }
                    return text
                }
            }
            do {
                _ = try await flow.refresh("r")
                Issue.record("\(words): it was sent")
            } catch let error as OpenIDConnectError {
                #expect(error.kind == .configuration(.clientAssertion))
                #expect(error.description.hasPrefix("the assertion \(words)"), "\(error)")
            }
            #expect(await provider.requests(to: "/token").isEmpty)
        }
        let longest = String(long.prefix(16 << 10))
        #expect(try ClientAssertion(foreign: longest, now: FakeProvider.now).text == foreign())
    }

    @Test(
        "The error for a refused assertion names the part of the configuration that the assertion comes from",
        arguments: [
            ("invalid_client", "", .clientAssertion), ("invalid_client", "AADSTS700024: x", .clientAssertion),
            ("invalid_request", "AADSTS700213: x", .clientAssertion),
            ("invalid_client", "AADSTS700016: x", .clientID), ("unauthorized_client", "", .clientID),
        ] as [(String, String, ConfigurationFault)])
    func refused(_ error: String, _ description: String, _ fault: ConfigurationFault) async throws {
        let text = foreign()
        let provider = try await FakeProvider()
        let refusal: [String: JSONValue] = [
            "error": .string(error), "error_description": .string(description),
        ]
        await provider.change { $0.instead["/token"] = FakeProvider.json(.of(refusal), status: .unauthorized) }
        let flow = try SignIn(provider) { $0.clientCredential = .assertion { text } }
        await expectKind(.configuration(fault)) { try await flow.refresh("r") }
    }

    /// The text of one of a certificate's files, which go with it.
    private func text(_ certificate: TestCertificate, _ file: KeyPath<TestCertificate, String>) throws -> String {
        try withExtendedLifetime(certificate) {
            String(decoding: try Data(contentsOf: URL(filePath: certificate[keyPath: file])), as: UTF8.self)
        }
    }
}
