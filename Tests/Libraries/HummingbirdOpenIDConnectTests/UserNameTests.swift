import OpenIDConnect
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct UserNameTests {
    private func name(_ idToken: String, _ userInfo: String? = nil) throws -> String {
        let claims = try #require(Claims(jsonObject: Array(idToken.utf8)))
        let others = try userInfo.map { try #require(Claims(jsonObject: Array($0.utf8))) }
        return UserName.of(claims, userInfo: others)
    }

    @Test(
        "The first available claim is the user's name",
        arguments: [
            (#"{"sub":"s","emails":["e1","e2"],"email":"e","preferred_username":"p","name":"n"}"#, "n"),
            (#"{"sub":"s","emails":["e1","e2"],"email":"e","preferred_username":"p"}"#, "p"),
            (#"{"sub":"s","emails":["e1","e2"],"email":"e"}"#, "e"),
            (#"{"sub":"s","emails":["e1","e2"]}"#, "e1"),
            (#"{"sub":"s","emails":[]}"#, "s"),
            (#"{"sub":"s"}"#, "s"),
            (#"{"sub":"s","emails":"e0"}"#, "e0"),
            (#"{"sub":"s","given_name":"g"}"#, "s"),
            (#"{"sub":"s","name":""}"#, "s"), (#"{"sub":"s","name":" \t\u00a0"}"#, "s"),
            (#"{"sub":"s","name":null}"#, "s"),
            (#"{"sub":"s","name":7,"email":["e"]}"#, "s"), (#"{"sub":"s","emails":[""],"email":""}"#, "s"),
            (#"{"sub":"s","emails":[1]}"#, "s"),
            ("{}", ""),
        ])
    func order(_ claims: String, _ expected: String) throws {
        #expect(try name(claims) == expected)
    }

    @Test(
        "Each claim for the user's name is looked for in the ID token, else in UserInfo",
        arguments: [
            (#"{"sub":"s","name":"n"}"#, #"{"sub":"s","name":"u"}"#, "n"),
            (#"{"sub":"s","email":"e"}"#, #"{"sub":"s","name":"u"}"#, "u"),
            (#"{"sub":"s","name":" "}"#, #"{"sub":"s","name":"u"}"#, "u"),
            (#"{"sub":"s","email":"e"}"#, #"{"sub":"s","preferred_username":"p"}"#, "p"),
            (#"{"sub":"s","email":"e"}"#, #"{"sub":"s","email":"u"}"#, "e"),
            (#"{"sub":"s"}"#, #"{"sub":"s","emails":["u"]}"#, "u"),
        ])
    func userInfo(_ claims: String, _ others: String, _ expected: String) throws {
        #expect(try name(claims, others) == expected)
    }

    @Test("A long name of a user is truncated") func long() throws {
        #expect(try name(#"{"name":"\#(String(repeating: "ä", count: 5000))"}"#) == String(repeating: "ä", count: 100))
    }
}
