import Encodings
import OpenIDConnect
import Testing

@Suite struct StepUpChallengeTests {
    private static let authentication = #"error="insufficient_user_authentication""#

    private func challenge(_ field: String...) -> StepUpChallenge? { StepUpChallenge(fields: field) }

    private func challenge(acrValues: String) -> StepUpChallenge? {
        challenge("Bearer \(Self.authentication), acr_values=\"\(acrValues)\"")
    }

    private func challenge(claims: some Sequence<UInt8>) -> StepUpChallenge? {
        challenge("Bearer error=\"insufficient_claims\", claims=\"\(Base64URL.encode(claims))\"")
    }

    @Test("RFC 9470's challenges require their acr_values and max_age")
    func authenticationChallenges() {
        let description = #"error_description="A different authentication level is required""#
        #expect(
            challenge("Bearer \(Self.authentication), \(description), acr_values=\"myACR\"")
                == StepUpChallenge(acrValues: "myACR", maxAge: nil, claims: nil))
        #expect(
            challenge("Bearer \(Self.authentication), \(description), max_age=\"5\"")
                == StepUpChallenge(acrValues: nil, maxAge: 5, claims: nil))
        #expect(
            challenge("dpop max_age=0, ACR_VALUES=\"urn:a urn:b\", \(Self.authentication)")
                == StepUpChallenge(acrValues: "urn:a urn:b", maxAge: 0, claims: nil))
    }

    @Test(
        "Microsoft Entra's claims challenge requires the decoded claims, in either alphabet, with or without padding",
        arguments: ["eyJhIjoiPz8_PiJ9", "eyJhIjoiPz8/PiJ9", "eyJhIjoifn5-In0", "eyJhIjoifn5+In0=", "eyJhIjpbXX0"])
    func claimsChallenge(encoded: String) throws {
        let field = """
            Bearer realm="", authorization_uri="https://login.example/common/oauth2/authorize", \
            error="insufficient_claims", claims="\(encoded)"
            """
        let claims = try #require(challenge(field)?.claims)
        let unpadded = encoded.filter { $0 != "=" }.replacing("+", with: "-").replacing("/", with: "_")
        #expect(Base64URL.encode(Array(claims.utf8)) == unpadded)
        #expect(challenge(field) == StepUpChallenge(acrValues: nil, maxAge: nil, claims: claims))
    }

    @Test(
        "Of several challenges and fields the first that requires something counts",
        arguments: [
            ["Basic realm=\"a\", Bearer \(authentication), max_age=5"],
            ["Basic realm=\"a\"", "Bearer \(authentication), max_age=5"],
            ["Bearer a=b c", "Bearer \(authentication), max_age=5"],
            ["Bearer \(authentication), DPoP \(authentication), max_age=5, Bearer \(authentication), max_age=6"],
            ["Bearer \(authentication), max_age=1, max_age=1, DPoP \(authentication), max_age=5"],
            ["Bearer error=\"insufficient_claims\", max_age=4", "Bearer \(authentication), max_age=5, claims=\"e30\""],
        ])
    func first(fields: [String]) {
        #expect(StepUpChallenge(fields: fields) == StepUpChallenge(acrValues: nil, maxAge: 5, claims: nil))
    }

    @Test(
        "Other challenges require nothing",
        arguments: [
            "", "Bearer", "Bearer error=\"invalid_token\", max_age=5", "Bearer \(authentication)", "Bearer max_age=5",
            "Basic \(authentication), max_age=5", "Negotiate \(authentication), max_age=5",
            "Bearer error=\"Insufficient_User_Authentication\", max_age=5",
            "Bearer \(authentication), claims=\"e30\"", "Bearer error=\"insufficient_claims\", acr_values=\"a\"",
            "Bearer \(authentication), error=\"invalid_token\", max_age=5",
            "Bearer \(authentication), max_age=5, acr_values=\"a", "Bearer \(authentication); max_age=5",
        ])
    func nothing(field: String) {
        #expect(challenge(field) == nil)
    }

    @Test("At most eight acr_values of at most 100 visible characters of ASCII count, and only all together")
    func acrValueBounds() {
        let longest = String(repeating: "~", count: 100)
        let most = Array(repeating: longest, count: 8).joined(separator: " ")
        for text in ["!", longest, most, "a b c d e f g h", "a  b", " a "] {
            #expect(challenge(acrValues: text)?.acrValues == text)
        }
        let spaces = String(repeating: " ", count: 807)
        for text in [
            "", " ", longest + "~", most + " ", "a b c d e f g h i", "a\tb", "ä", "a ž", "a\u{A0}", "a\(spaces)",
        ] {
            #expect(challenge(acrValues: text) == nil, "\(text)")
        }
    }

    @Test(
        "A max_age of 0 to 2592000 in digits counts",
        arguments: [
            ("0", 0), ("2592000", 2_592_000), ("2592001", nil), ("-1", nil), ("+1", nil), ("", nil), ("1.5", nil),
            ("5s", nil), (" 5", nil), ("٣", nil), ("99999999999999999999", nil), ("0x5", nil),
        ] as [(String, Int?)])
    func maxAgeBounds(text: String, seconds: Int?) {
        #expect(challenge("Bearer \(Self.authentication), max_age=\"\(text)\"")?.maxAge == seconds)
        let others = challenge("Bearer \(Self.authentication), max_age=\"\(text)\", acr_values=\"a\"")
        #expect(others == StepUpChallenge(acrValues: "a", maxAge: seconds, claims: nil))
    }

    @Test("Claims of at most 2,048 bytes count, as they were encoded")
    func claimsBound() {
        let frame = #"{ "a":"" }"#
        for (size, isGiven) in [(2047, true), (2048, true), (2049, false), (10 << 10, false)] {
            let text = #"{ "a":"\#(String(repeating: "x", count: size - frame.utf8.count))" }"#
            #expect(challenge(claims: text.utf8)?.claims == (isGiven ? text : nil), "\(size) bytes")
        }
    }

    @Test(
        "Claims that are no JSON object don't count",
        arguments: ["", "[]", "\"a\"", "1", "null", "{", "{}{}", #"{"a":1,"a":1}"#, "{\"a\":\"\n\"}"])
    func notObjects(text: String) {
        #expect(challenge(claims: text.utf8) == nil)
    }

    @Test(
        "Claims in another encoding don't count",
        arguments: [
            "{}", "e3", "e31", "e30==", "e30===", "e30=e30=", "=e30", "e 30", "eyJhIjoi/yJ9", "e30%3D", "====", "=",
        ])
    func otherEncodings(encoded: String) {
        #expect(challenge("Bearer error=\"insufficient_claims\", claims=\"\(encoded)\"") == nil)
    }

    @Test("A challenge of 10 KiB is read like a short one")
    func large() {
        let words = String(repeating: #"\"odd\", letters=ž🔑 "#, count: 500)
        #expect(words.utf8.count > 10 << 10)
        let field =
            #"Basic realm="\#(words)", Bearer error_description="\#(words)", \#(Self.authentication), max_age=5"#
        #expect(challenge(field)?.maxAge == 5)
        #expect(challenge(field + "\"") == nil)
    }
}
