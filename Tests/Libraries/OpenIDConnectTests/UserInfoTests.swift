import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct UserInfoTests {
    private func ask(_ provider: FakeProvider, subject: String = "alice") async throws -> Claims? {
        try await SignIn(provider).party.userInfo(accessToken: "access-1", subject: subject, policy: nil)
    }

    private func document(_ body: String, type: String) -> TransportResponse {
        TransportResponse(status: .ok, headerFields: [.contentType: type], body: Array(body.utf8))
    }

    @Test("A UserInfo request has the access token in its header, and nowhere else")
    func success() async throws {
        let provider = try await FakeProvider()
        #expect(try await ask(provider)?[string: "name"] == "Alice")
        let request = try #require(await provider.requests(to: "/userinfo").first)
        #expect(request.method == .get)
        #expect(request.fields[.authorization] == "Bearer access-1")
        #expect(request.query.fields.isEmpty && request.form.fields.isEmpty)
    }

    @Test(
        "A UserInfo response about another subject, or none, is ignored",
        arguments: [
            #"{"sub":"bob","name":"Bob"}"#, #"{"objectId":"alice"}"#, #"{"sub":1}"#, #"{"sub":"alice "}"#,
        ])
    func otherSubject(_ body: String) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.instead = ["/userinfo": TransportResponse(status: .ok, body: Array(body.utf8))] }
        #expect(try await ask(provider) == nil)
    }

    @Test("Without an endpoint there is no UserInfo")
    func none() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.metadata = ["userinfo_endpoint": .null] }
        #expect(try await ask(provider) == nil)
    }

    @Test(
        "A failed UserInfo request or an invalid response throws an error",
        arguments: [(401, ""), (200, "<html>"), (200, "[]"), (302, "")])
    func nonsense(_ status: Int, _ body: String) async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.instead = ["/userinfo": TransportResponse(status: .init(code: status), body: Array(body.utf8))]
        }
        await expectKind(.invalidProviderResponse) { try await ask(provider) }
    }

    @Test("A signed UserInfo response is verified")
    func signed() async throws {
        let provider = try await FakeProvider()
        let signer = await provider.signer
        let claims: [String: JSONValue] = ["sub": .string("alice"), "name": .string("Alice")]
        let good = try signer.sign(
            claims.merging(["iss": .string(FakeProvider.issuer), "aud": .strings("client")]) { $1 })
        for raw in [good, try signer.sign(claims)] {
            let response = document(raw, type: "application/jwt; charset=utf-8")
            await provider.change { $0.instead = ["/userinfo": response] }
            #expect(try await ask(provider)?[string: "name"] == "Alice")
        }
        let other = try await TestSigner.rs256(TestKeys.otherRSA)
        let parts = good.split(separator: ".").map(String.init)
        for raw in [
            try other.sign(claims), "\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).\(parts[1]).", "{\"sub\":\"alice\"}",
            try signer.sign(claims.merging(["iss": .string("https://evil.example")]) { $1 }),
            try signer.sign(claims.merging(["iss": .number(1)]) { $1 }),
            try signer.sign(claims.merging(["aud": .string("other")]) { $1 }),
        ] {
            let response = document(raw, type: "application/jwt")
            await provider.change { $0.instead = ["/userinfo": response] }
            await expectKind(.invalidProviderResponse) { try await ask(provider) }
        }
    }

    @Test(
        "A signed UserInfo response that has expired, or isn't valid yet, is refused",
        arguments: [("exp", -60, false), ("exp", -59, true), ("nbf", 61, false), ("nbf", 60, true)]
            as [(String, Double, Bool)])
    func signedTimes(_ claim: String, _ seconds: Double, _ isGood: Bool) async throws {
        let provider = try await FakeProvider()
        let signer = await provider.signer
        let raw = try signer.sign([
            "sub": .string("alice"), claim: .number(FakeProvider.now.timeIntervalSince1970 + seconds),
        ])
        let response = document(raw, type: "application/jwt")
        await provider.change { $0.instead = ["/userinfo": response] }
        if isGood {
            #expect(try await ask(provider)?[string: "sub"] == "alice")
        } else {
            await expectKind(.invalidProviderResponse) { try await ask(provider) }
        }
    }

    @Test("Aggregated and distributed claims are ignored without harm")
    func otherSources() async throws {
        let provider = try await FakeProvider()
        let body =
            #"{"sub":"alice","_claim_names":{"age":"a"},"_claim_sources":{"a":{"endpoint":"https://evil.example/","JWT":"x"}}}"#
        await provider.change { $0.instead = ["/userinfo": TransportResponse(status: .ok, body: Array(body.utf8))] }
        #expect(try await ask(provider)?[string: "sub"] == "alice")
        #expect(await provider.received.allSatisfy { !$0.path.contains("evil") })
        #expect(await provider.received.count == 2)
    }
}
