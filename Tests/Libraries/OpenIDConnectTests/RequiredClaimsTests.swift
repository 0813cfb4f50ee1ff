import Encodings
import Testing

@testable import OpenIDConnect

@Suite struct RequiredClaimsTests {
    private func missing(_ required: [(String, String)], _ json: String) throws -> MissingClaim? {
        let claims = try #require(Claims(jsonObject: Array(json.utf8)))
        return RequiredClaims(required.map { .init(name: $0.0, value: $0.1) }).firstMissing(in: claims)
    }

    @Test(
        "A required claim equals the value, is a list that contains it, or is a number or boolean of that text",
        arguments: [
            ("staff", #""staff""#, true), ("staff", #"["guests","staff"]"#, true), ("true", "true", true),
            ("true", #""true""#, true), ("7", "7", true), ("7", "[7]", true), ("7.0", "7.0", true),
            ("a=b", #""a=b""#, true), ("", #""""#, true),
            ("staff", #""Staff""#, false), ("staff", #""staff ""#, false), ("staff", #"["staffing"]"#, false),
            ("staff", #"[["staff"]]"#, false), ("staff", #"{"staff":"staff"}"#, false), ("staff", "[]", false),
            ("null", "null", false), ("true", "false", false), ("1", "true", false), ("7", "7.0", false),
            ("[]", "[]", false), ("{}", "{}", false),
            // The two texts look equal, and differ.
            ("\u{E9}", #""e\u0301""#, false),
        ])
    func values(_ value: String, _ found: String, _ isRight: Bool) throws {
        #expect(try (missing([("claim", value)], #"{"claim":\#(found)}"#) == nil) == isRight)
    }

    @Test("Of several required values of one claim any is enough, and every claim is required")
    func names() throws {
        let required = [("group", "a"), ("role", "x"), ("group", "b")]
        #expect(try missing(required, #"{"group":"b","role":["x","y"]}"#) == nil)
        #expect(try missing(required, #"{"group":"b"}"#) == MissingClaim(name: "role", isLeftOut: false))
        #expect(try missing(required, #"{"group":"c","role":"x"}"#) == MissingClaim(name: "group", isLeftOut: false))
        #expect(try missing(required, "{}")?.name == "group")
        #expect(try missing([], "{}") == nil)
    }

    @Test("A claim that the provider left out for its size is distinguished from a missing one, and comes first")
    func leftOut() throws {
        let required = [("role", "x"), ("groups", "a")]
        #expect(
            try missing(required, #"{"_claim_names":{"groups":"src1"}}"#)
                == MissingClaim(name: "groups", isLeftOut: true))
        #expect(try missing(required, #"{"hasgroups":true}"#) == MissingClaim(name: "groups", isLeftOut: true))
        #expect(try missing(required, #"{"hasgroups":"true"}"#) == MissingClaim(name: "groups", isLeftOut: true))
        #expect(try missing(required, #"{"hasgroups":false}"#)?.isLeftOut == false)
        #expect(try missing(required, #"{"_claim_names":{"address":"src1"}}"#)?.isLeftOut == false)
        #expect(try missing(required, #"{"_claim_names":"groups"}"#)?.isLeftOut == false)
        #expect(try missing([("groups", "a")], #"{"groups":["a"],"_claim_names":{"groups":"src1"}}"#) == nil)
    }
}
