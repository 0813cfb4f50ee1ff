import Encodings
import HTTPTransport
import Testing

@testable import OpenIDConnect

@Suite struct ClaimsParameterTests {
    private static let acrs = #"{"access_token": {"acrs":{"essential":true,"value":"c1"}}}"#

    @Test(
        "Without capabilities the claims of a request are sent byte for byte",
        arguments: [acrs, #"{ "a" : 1.0, "a": 2 }"#, "no JSON", "", nil])
    func unchanged(claims: String?) async throws {
        #expect(ClaimsParameter.text(claims, capabilities: []) == claims)
        let (query, _) = try await SignIn(try await FakeProvider()).start(SignInRequest(claims: claims))
        #expect(query[single: "claims"] == claims)
    }

    @Test("Capabilities alone are the claims of every authorization request")
    func capabilities() async throws {
        let flow = try SignIn(try await FakeProvider()) { $0.clientCapabilities = ["cp1", "cp2"] }
        let claims = #"{"access_token":{"xms_cc":{"values":["cp1","cp2"]}}}"#
        #expect(try await flow.start().query[single: "claims"] == claims)
        let (query, _) = try await flow.start(SignInRequest(claims: #"{"id_token":{"acr":null}}"#))
        #expect(
            query[single: "claims"]
                == #"{"id_token":{"acr":null},"access_token":{"xms_cc":{"values":["cp1","cp2"]}}}"#)
    }

    @Test(
        "Capabilities are merged with the claims of a request, whose other members stay",
        arguments: [
            (
                acrs,
                #"{"access_token":{"acrs":{"essential":true,"value":"c1"},"xms_cc":{"values":["cp1"]}}}"#
            ),
            (
                #"{"access_token":{"xms_cc":{"values":["cp2","cp1"],"essential":true}},"id_token":{}}"#,
                #"{"access_token":{"xms_cc":{"values":["cp1","cp2"],"essential":true}},"id_token":{}}"#
            ),
            (
                #"{"access_token":{"xms_cc":{"values":"cp2"}}}"#,
                #"{"access_token":{"xms_cc":{"values":["cp1","cp2"]}}}"#
            ),
            (#"{"access_token":{"xms_cc":null}}"#, #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
            (#"{"access_token":null}"#, #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
            (#"{"access_token":[1]}"#, #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
            (
                #"{"access_token":{"nbf":{"essential":true,"value":"1604106651"}}}"#,
                #"{"access_token":{"nbf":{"essential":true,"value":"1604106651"},"xms_cc":{"values":["cp1"]}}}"#
            ),
        ])
    func merged(claims: String, text: String) {
        #expect(ClaimsParameter.text(claims, capabilities: ["cp1"]) == text)
    }

    @Test(
        "Claims that are no JSON object are sent as they are, without capabilities",
        arguments: ["no JSON", "[]", #"{"a":1,"a":2}"#, ""])
    func noObject(claims: String) {
        #expect(ClaimsParameter.text(claims, capabilities: ["cp1"]) == claims)
    }

    @Test(
        "Several claims are merged at any depth, and the later of two values counts",
        arguments: [
            ([], nil), ([nil, nil], nil), ([#"{ "a":1 }"#], #"{ "a":1 }"#), ([nil, #"{ "a":1 }"#, nil], #"{ "a":1 }"#),
            (["no JSON"], "no JSON"), (["no JSON", #"{ "a":1 }"#], #"{ "a":1 }"#), (["[]", "no JSON"], nil),
            (
                [
                    #"{"id_token":{"a":{"x":1,"y":2},"b":null}}"#, #"{"id_token":{"a":{"y":3,"z":[4]}},"c":5}"#, nil,
                    #"{"c":{"d":6}}"#,
                ], #"{"id_token":{"a":{"x":1,"y":3,"z":[4]},"b":null},"c":{"d":6}}"#
            ),
            ([#"{"a":{"b":1}}"#, #"{"a":2}"#], #"{"a":2}"#),
            // Names are compared by code units.
            ([#"{"\u00e9":1}"#, #"{"e\u0301":2}"#], "{\"\u{E9}\":1,\"e\u{301}\":2}"),
        ] as [([String?], String?)])
    func several(texts: [String?], merged: String?) {
        #expect(ClaimsParameter.merged(texts).map { Array($0.utf8) } == merged.map { Array($0.utf8) })
    }
}
