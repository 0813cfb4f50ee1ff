import Encodings
import FoundationEssentials
import Testing

@testable import OpenIDConnect

@Suite struct IDTokenRulesTests {
    static let now = 1_800_000_000.0
    static let good: [String: JSONValue] = [
        "iss": .string("https://id.example"), "sub": .string("alice"), "aud": .string("client"),
        "exp": .number(now + 600),
        "iat": .number(now),
        "nonce": .string("n-1"),
    ]

    private func check(
        _ changes: [String: JSONValue], nonce: IDTokenRules.Nonce = .required("n-1"), policy: String? = nil,
        maxAge: Int? = nil, acrValues: String? = nil, isACREssential: Bool = false,
        _ algorithm: SignatureAlgorithm = .rs256
    ) throws -> Identity {
        let rules = IDTokenRules(
            issuer: .fakeProviders, clientID: "client", nonce: nonce,
            accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y",
            code: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", policy: policy,
            users: UserKeyRule(try Authority("https://id.example", usesPolicies: policy != nil)), maxAge: maxAge,
            acrValues: acrValues, isACREssential: isACREssential, now: Date(timeIntervalSince1970: Self.now))
        return try rules.check(Claims(object: JSONObject().with(Self.good).with(changes)), algorithm).identity
    }

    @Test(
        "An ID token with valid claims is accepted",
        arguments: [
            [:], ["aud": .strings("client")], ["aud": .strings("other", "client"), "azp": .string("client")],
            ["azp": .string("client")],
            ["exp": .number(now - 59)], ["exp": .number("1800000000.5")], ["iat": .number(now + 59)],
            ["iat": .number(0)],
            ["nbf": .number(now + 59)],
            ["nbf": .null], ["auth_time": .number(0)], ["auth_time": .number("1799999999.25")],
            ["acr": .string("urn:mace:silver")],
            ["at_hash": .string("77QmUPtjPfzWtF2AnpK9RQ")], ["c_hash": .string("LDktKdoQak3Pk0cnXxCltA")],
            ["sub": .string(String(repeating: "s", count: 255))], ["_claim_names": .of(["address": .string("src1")])],
        ] as [[String: JSONValue]])
    func accepted(_ changes: [String: JSONValue]) throws {
        #expect(try check(changes).issuer == "https://id.example")
    }

    @Test(
        "An ID token with a wrong claim is refused",
        arguments: [
            ["iss": .null], ["iss": .string("https://id.example/")], ["iss": .string("https://evil.example")],
            ["iss": .strings("https://id.example")],
            ["sub": .null], ["sub": .string("")], ["sub": .number(1)],
            ["sub": .string("ali\0ce")],
            ["aud": .null], ["aud": .string("other")], ["aud": .string("")], ["aud": .array([])],
            ["aud": .strings("other")],
            ["aud": .array([.string("client"), .number(1)])], ["aud": .strings("client", "other")],
            ["aud": .strings("client", "other"), "azp": .string("other")], ["azp": .string("other")],
            ["azp": .number(1)],
            ["exp": .null], ["exp": .number(now - 60)], ["exp": .string("\(Int(now) + 600)")],
            ["exp": .number("1e300")],
            ["exp": .number("1e400")],
            ["exp": .number("-1")], ["exp": .bool(true)], ["iat": .null], ["iat": .number(now + 61)],
            ["iat": .number("1e300")],
            ["iat": .string("x")], ["nbf": .number(now + 61)], ["nbf": .string("x")], ["nbf": .number("1e300")],
            ["nonce": .null], ["nonce": .string("")], ["nonce": .string("n-2")], ["nonce": .number(1)],
            ["at_hash": .string("77QmUPtjPfzWtF2AnpK9RA")], ["at_hash": .number(1)], ["at_hash": .string("")],
            ["c_hash": .string("x")],
        ] as [[String: JSONValue]])
    func refused(_ changes: [String: JSONValue]) async {
        await expectKind(.invalidIDToken) { try check(changes) }
    }

    @Test("A sub of more than 255 bytes is too large, not malformed")
    func longSubject() async {
        for text in [String(repeating: "s", count: 256), String(repeating: "é", count: 128)] {
            await expectKind(.tooLarge(limit: 255)) { try check(["sub": .string(text)]) }
        }
    }

    @Test("With policies oid stands in for a sub that Azure AD B2C didn't issue, and a token with neither is refused")
    func unissuedSubject() async throws {
        for subject in [JSONValue.string(UserKeyRule.unissuedSubject), .null] {
            #expect(try check(["sub": subject, "oid": .string("alice")], policy: "b2c_1_in").subject == "alice")
            await expectKind(.invalidIDToken) { try check(["sub": subject], policy: "b2c_1_in") }
        }
        #expect(try check(["oid": .string("bob")], policy: "b2c_1_in").subject == "alice", "sub names the user")
    }

    @Test("Without policies oid never stands in for sub")
    func plainSubject() async throws {
        let unissued = JSONValue.string(UserKeyRule.unissuedSubject)
        #expect(try check(["sub": unissued, "oid": .string("victim")]).subject == UserKeyRule.unissuedSubject)
        await expectKind(.invalidIDToken) { try check(["sub": .null, "oid": .string("victim")]) }
    }

    @Test("The hash of at_hash is that of the signature's algorithm")
    func otherDigest() async throws {
        let hash = Base64URL.encode(
            SignatureAlgorithm.es384.leftHalfOfDigest(of: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"))
        #expect(hash.utf8.count == 32)
        _ = try check(["at_hash": .string(hash)], .es384)
        await expectKind(.invalidIDToken) { try check(["at_hash": .string(hash)], .es256) }
    }

    @Test(
        "If max_age was requested, auth_time has to be recent enough",
        arguments: [
            (nil, false), (.number(now - 100), true), (.number(now - 160), true), (.number(now - 161), false),
            (.number(0), false),
            (.number("1799999950.75"), true), (.number(now + 61), false), (.string("\(Int(now))"), false),
            (.number("1e300"), false),
        ] as [(JSONValue?, Bool)])
    func authenticationTime(_ value: JSONValue?, _ accepted: Bool) async throws {
        let changes = value.map { ["auth_time": $0] } ?? [:]
        guard accepted else {
            return await expectKind(.insufficientAuthentication) { try check(changes, maxAge: 100) }
        }
        _ = try check(changes, maxAge: 100)
    }

    @Test(
        "An ID token has to come from the requested policy",
        arguments: [
            ("b2c_1_in", [:], true), ("b2c_1_in", ["tfp": .string("B2C_1_In")], true),
            ("B2C_1_in", ["acr": .string("b2c_1_IN")], true),
            ("b2c_1_in", ["tfp": .string("b2c_1_reset")], false), ("b2c_1_in", ["tfp": .number(1)], false),
            ("b2c_1_in", ["acr": .string("b2c_1_reset")], false), ("b2c_1_in", ["acr": .string("1")], true),
            ("b2c_1_in", ["tfp": .string("b2c_1_in"), "acr": .string("b2c_1_reset")], true),
            (nil, ["tfp": .string("b2c_1_reset")], true),
        ] as [(String?, [String: JSONValue], Bool)])
    func policies(_ policy: String?, _ changes: [String: JSONValue], _ accepted: Bool) async throws {
        guard accepted else { return await expectKind(.invalidIDToken) { try check(changes, policy: policy) } }
        _ = try check(changes, policy: policy)
    }

    @Test(
        "An essential acr has to be there and one of the requested classes; any other one only if it is there",
        arguments: [
            ("gold", .string("gold"), true, true), ("silver gold", .string("gold"), true, true),
            ("gold", .string("bronze"), false, false), ("gold", .string("Gold"), false, false),
            ("gold", .number(1), false, false), ("gold", .strings("gold"), false, false),
            ("gold", .string(""), false, false), ("silver gold", .string("silver gold"), false, false),
            ("gold", nil, true, false), ("gold", .null, true, false), ("gold", .string("b2c_1_in"), true, false),
            ("B2C_1_in", .string("B2C_1_in"), true, true), (nil, .string("bronze"), true, true),
            (nil, nil, true, true), (" ", nil, true, true),
        ] as [(String?, JSONValue?, Bool, Bool)])
    func contextClass(
        _ acrValues: String?, _ value: JSONValue?, _ isAccepted: Bool, _ isAcceptedAsEssential: Bool
    ) async throws {
        for (isEssential, isAccepted) in [(false, isAccepted), (true, isAcceptedAsEssential)] {
            let checked = {
                try check(
                    value.map { ["acr": $0] } ?? [:], policy: "b2c_1_in", acrValues: acrValues,
                    isACREssential: isEssential)
            }
            if isAccepted { _ = try checked() } else { await expectKind(.insufficientAuthentication, checked) }
        }
    }

    @Test(
        "A refreshed ID token may lack the nonce; a nonce has to be that of the sign-in's token, if it had one"
    )
    func refreshed() async throws {
        _ = try check(["nonce": .null], nonce: .unchanged("n"))
        _ = try check(["nonce": .string("n")], nonce: .unchanged("n"))
        _ = try check(["nonce": .string("whatever")], nonce: .unchanged(nil))
        await expectKind(.invalidIDToken) { try check(["nonce": .string("whatever")], nonce: .unchanged("n")) }
        await expectKind(.invalidIDToken) { try check(["nonce": .string("")], nonce: .unchanged("n")) }
    }
}
