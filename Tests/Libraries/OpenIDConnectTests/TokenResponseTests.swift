import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct TokenResponseTests {
    private static func read(_ changes: [String: JSONValue]) throws -> TokenResponse {
        let good: [String: JSONValue] = ["access_token": .string("a"), "token_type": .string("Bearer")]
        return try read(FakeProvider.json(.of(good.merging(changes) { $1 })))
    }

    private static func read(_ response: TransportResponse) throws -> TokenResponse {
        try TokenResponse(
            response, sent: FakeProvider.now, secrets: ExchangeSecrets(), refusedClient: .clientSecret)
    }

    @Test(
        "The access token's lifetime is a number or a string, and may be missing",
        arguments: [
            (.null, nil), (.number(3600), 3600), (.string("3600"), 3600), (.number("3599.5"), 3599.5), (.number(-5), 0),
            (.string("soon"), nil),
            (.string("inf"), nil), (.string("nan"), nil), (.number("1e300"), 315_360_000), (.number("1e400"), nil),
            (.bool(true), nil),
        ] as [(JSONValue, Double?)])
    func life(_ value: JSONValue, _ seconds: Double?) throws {
        #expect(try Self.read(["expires_in": value]).expiry?.timeIntervalSince(FakeProvider.now) == seconds)
    }

    @Test(
        "The refresh token's lifetime is read by the names that are in use, and 0 says that it never expires",
        arguments: [
            ([:], nil), (["refresh_token_expires_in": .number(1_209_600)], 1_209_600),
            (["refresh_expires_in": .string("1800")], 1800),
            (["refresh_expires_in": .number(0)], nil), (["refresh_token_expires_in": .string("soon")], nil),
            (["refresh_token_expires_in": .number("1e300")], 315_360_000),
        ] as [([String: JSONValue], Double?)])
    func refreshTokenLife(_ members: [String: JSONValue], _ seconds: Double?) throws {
        #expect(try Self.read(members).refreshTokenExpiry?.timeIntervalSince(FakeProvider.now) == seconds)
    }

    @Test("The token type is read in any letter case, and the other members unchanged")
    func read() throws {
        let response = try Self.read([
            "token_type": .string("bEaReR"), "refresh_token": .string("r"), "scope": .string("openid"),
            "not_before": .string("1"),
            "id_token": .string(""),
        ])
        #expect(response.accessToken == "a")
        #expect(response.refreshToken == "r")
        #expect(response.scope == "openid")
        #expect(response.idToken == nil)
    }

    @Test(
        "A body with wrong or missing members is no token response",
        arguments: [
            ["token_type": .null], ["token_type": .string("DPoP")], ["token_type": .string("mac")],
            ["access_token": .null],
            ["access_token": .string("")], ["access_token": .number(1)], ["access_token": .string("a b")],
            ["access_token": .string("a\r\nX: y")],
            ["refresh_token": .number(1)], ["id_token": .of([:])], ["error": .string("server_error")],
        ] as [[String: JSONValue]])
    func refused(_ changes: [String: JSONValue]) async {
        await expectKind(.badTokenResponse) { try Self.read(changes) }
    }

    @Test(
        "HTML, an array, an empty body and a failure without an error are no token responses",
        arguments: [
            (200, "<html>invalid_grant</html>"), (200, "[]"), (200, ""), (200, "access_token=a&token_type=bearer"),
            (302, ""), (400, "{}"),
            (500, "oops"), (500, #"{"access_token":"a","token_type":"Bearer"}"#),
        ])
    func nonsense(_ status: Int, _ body: String) async {
        await expectKind(.badTokenResponse) {
            try Self.read(TransportResponse(status: .init(code: status), body: Array(body.utf8)))
        }
    }

    @Test("invalid_grant is recognized, whatever the status", arguments: [200, 400, 401])
    func invalidGrant(_ status: Int) async {
        let response = FakeProvider.json(.of(["error": .string("invalid_grant")]), status: .init(code: status))
        await expectKind(.invalidGrant) { try Self.read(response) }
    }

    @Test(
        "429 and 503 mean a later try, whatever the body; Retry-After counts from 1 to 300 seconds, else it is 30",
        arguments: [429, 503],
        [
            (nil, 30), ("1", 1), ("17", 17), ("300", 300), ("301", 30), ("0", 30), ("-5", 30), ("soon", 30), ("", 30),
            ("Fri, 15 Jan 2027 08:01:00 GMT", 60), ("Fri, 15 Jan 2027 07:59:00 GMT", 30),
        ] as [(String?, Int)])
    func busy(_ status: Int, _ pause: (field: String?, seconds: Int)) async {
        var fields = HTTPFields()
        fields[.retryAfter] = pause.field
        let bodies = [
            "", "<html>", #"{"error":"invalid_grant"}"#, #"{"error":"invalid_client"}"#,
            #"{"access_token":"a","token_type":"Bearer"}"#,
        ]
        for body in bodies {
            let response = TransportResponse(status: .init(code: status), headerFields: fields, body: Array(body.utf8))
            await expectKind(.temporarilyUnavailable(retryAfter: pause.seconds)) { try Self.read(response) }
        }
        #expect(!OpenIDConnectError.Kind.temporarilyUnavailable(retryAfter: 30).endsSession)
    }

    @Test("A sign-in's token response without an ID token is refused")
    func idToken() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.tokenResponse = ["id_token": .null] }
        await expectKind(.badTokenResponse) { try await SignIn(provider).run() }
    }
}
