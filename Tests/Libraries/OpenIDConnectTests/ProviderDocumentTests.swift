import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

/// How documents and responses of an authority are requested and read.
@Suite struct ProviderDocumentTests {
    private static let discovery = "/.well-known/openid-configuration"

    @Test("Key sets are requested by their registered media type, metadata isn't") func accept() async throws {
        let provider = try await FakeProvider()
        _ = try await SignIn(provider).run()
        let keys = try #require(await provider.requests(to: "/keys").first)
        #expect(keys.fields[.accept] == "application/jwk-set+json, application/json")
        let metadata = try #require(await provider.requests(to: Self.discovery).first)
        #expect(metadata.fields[.accept] == "application/json")
    }

    @Test("A byte order mark in front of JSON is ignored, a second one isn't", arguments: [1, 2])
    func byteOrderMark(_ count: Int) async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        var marked: [String: TransportResponse] = [:]
        for path in [Self.discovery, "/keys", "/token", "/userinfo"] {
            let request = try TransportRequest(
                posting: FormBody([
                    ("grant_type", "authorization_code"), ("code", "good-code"),
                    ("code_verifier", attempt.codeVerifier),
                ]),
                to: #require(HTTPURL("https://id.example\(path)")))
            var response = try await provider.send(request)
            response.body = Array(repeating: [0xEF, 0xBB, 0xBF], count: count).flatMap(\.self) + response.body
            marked[path] = response
        }
        for (path, response) in marked {
            await provider.change { $0.instead = [path: response] }
            let fresh = try SignIn(provider)
            let works = await {
                guard (try? await fresh.finish(attempt)) != nil else { return false }
                return (try? await fresh.party.userInfo(accessToken: "a", subject: "alice", policy: nil)) != nil
            }()
            #expect(works == (count == 1), "\(path)")
        }
    }

    @Test(
        "An empty list in the metadata counts as absent",
        arguments: [
            "scopes_supported", "token_endpoint_auth_methods_supported", "response_modes_supported",
            "token_endpoint_auth_signing_alg_values_supported", "id_token_signing_alg_values_supported",
            "response_types_supported", "grant_types_supported",
        ])
    func emptyList(_ name: String) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.metadata = [name: .array([])] }
        let flow = try SignIn(provider)
        let found = try await flow.party.inspect(policy: nil)
        #expect(found.offersClientAuthentication && found.mismatches.isEmpty)
        #expect(found.scopes == nil && found.responseModes == nil)
        #expect(try await flow.start().query[single: "scope"] == "openid profile offline_access")
        _ = try await flow.run()
    }

    @Test("A list of which no value can be used is reported, with its values and the setting to change")
    func mismatches() async throws {
        for (name, offered, words) in [
            ("id_token_signing_alg_values_supported", ["HS256"], "HS256: choose an asymmetric signing key"),
            ("id_token_signing_alg_values_supported", ["none", "ES256K"], "none, ES256K"),
            ("response_types_supported", ["code id_token", "id_token"], "code id_token, id_token"),
            ("grant_types_supported", ["implicit"], "implicit"),
        ] {
            let provider = try await FakeProvider()
            await provider.change { $0.metadata = [name: .array(offered.map { .string($0) })] }
            let found = try await SignIn(provider).party.inspect(policy: nil).mismatches
            #expect(found.count == 1 && found[0].hasPrefix("\(name) has none of "), "\(found)")
            #expect(found.first?.contains("but \(words)") == true, "\(found)")
        }
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = [
                "id_token_signing_alg_values_supported": .strings("HS256", "ES256"),
                "response_types_supported": .strings("code", "id_token"),
                "grant_types_supported": .strings("authorization_code"),
            ]
        }
        #expect(try await SignIn(provider).party.inspect(policy: nil).mismatches.isEmpty)
    }

    @Test(
        "The target of a redirect is named without its query and without user information",
        arguments: [
            ("https://new.example/realms/a/?secret=1#x", "301, to https://new.example/realms/a/"),
            ("/elsewhere?secret=1", "301, to /elsewhere"), ("//secret.example/", "301, to an address that can't be"),
            ("https://user:secret@new.example/", "301, to an address that can't be read"),
            ("", "301, to an address that can't be read"),
            ("https://new.example/\(String(repeating: "a", count: 300))", "301, to https://new.example/aaa"),
        ])
    func redirects(_ target: String, _ words: String) async throws {
        let provider = try await FakeProvider()
        let response = TransportResponse(status: .movedPermanently, headerFields: [.location: target])
        for path in [Self.discovery, "/keys"] {
            await provider.change { $0.instead = [path: response] }
            await #expect {
                _ = try await SignIn(provider).party.inspect(policy: nil)
            } throws: { error in
                let text = "\(error)"
                return text.hasPrefix("https://id.example\(path): ") && text.contains("(status \(words)")
                    && !text.contains("secret") && text.utf8.count < 400
            }
        }
    }

    @Test(
        "The error names the content that came in place of JSON",
        arguments: [
            ("<html>", "text/html", "text/html, no JSON or nested too deep in line 1"),
            ("{\n\n\"a\": x}", "application/json", "application/json, no JSON or nested too deep in line 3"),
            (#"{"a":1,"a":2}"#, "application/json", "application/json, has a twice"),
            ("[1]", "application/json", "application/json, another JSON value"),
            ("", "text/plain", "text/plain, empty"),
        ])
    func notJSON(_ body: String, _ type: String, _ words: String) async throws {
        let provider = try await FakeProvider()
        let response = TransportResponse(status: .ok, headerFields: [.contentType: type], body: Array(body.utf8))
        for path in [Self.discovery, "/keys", "/token"] {
            await provider.change { $0.instead = path == "/token" ? [:] : [path: response] }
            await #expect {
                let flow = try SignIn(provider)
                let attempt = try await flow.start().attempt
                if path == "/token" { await provider.change { $0.instead = [path: response] } }
                _ = try await flow.finish(attempt)
            } throws: { error in
                "\(error)".hasSuffix("(\(words))")
            }
        }
    }
}
