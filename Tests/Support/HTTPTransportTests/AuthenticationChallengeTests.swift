import HTTPTransport
import Testing

@Suite struct AuthenticationChallengeTests {
    @Test(
        "Challenges are read with their schemes and parameters",
        arguments: [
            // RFC 9110, section 11.6.1
            (
                #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
                [
                    .init(scheme: "basic", parameters: ["realm": "simple"]),
                    .init(
                        scheme: "newauth", parameters: ["realm": "apps", "type": "1", "title": #"Login to "apps""#]),
                ]
            ),
            // RFC 9470, section 3
            (
                #"Bearer error="insufficient_user_authentication", "#
                    + #"error_description="A different level is required", acr_values="myACR""#,
                [
                    .init(
                        scheme: "bearer",
                        parameters: [
                            "error": "insufficient_user_authentication",
                            "error_description": "A different level is required", "acr_values": "myACR",
                        ])
                ]
            ),
            ("", []), ("a=b", []), (" \t ", []), (",, ,", []),
            ("Basic", [.init(scheme: "basic")]), ("Basic ", [.init(scheme: "basic")]),
            ("Basic,Bearer", [.init(scheme: "basic"), .init(scheme: "bearer")]),
            (" , Basic \t, ,Bearer ,", [.init(scheme: "basic"), .init(scheme: "bearer")]),
            ("Basic   a=b", [.init(scheme: "basic", parameters: ["a": "b"])]),
            ("Basic , , a=b", [.init(scheme: "basic", parameters: ["a": "b"])]),
            ("Basic \t, a=b", [.init(scheme: "basic", parameters: ["a": "b"])]),
            ("BASIC A \t=\t \"b\" , c=d", [.init(scheme: "basic", parameters: ["a": "b", "c": "d"])]),
            ("Basic a= b", [.init(scheme: "basic", parameters: ["a": "b"])]),
            ("Negotiate YWJj==", [.init(scheme: "negotiate", token68: "YWJj==")]),
            ("Negotiate a=", [.init(scheme: "negotiate", token68: "a=")]),
            (
                "Negotiate /+-._~9= , Basic a=b",
                [
                    .init(scheme: "negotiate", token68: "/+-._~9="), .init(scheme: "basic", parameters: ["a": "b"]),
                ]
            ),
            (
                "!#$%&'*+-.^_`|~09Az !#$=%&'*",
                [
                    .init(scheme: "!#$%&'*+-.^_`|~09az", parameters: ["!#$": "%&'*"])
                ]
            ),
            (
                #"A b="", c=",", d="\\\"\,\e""#,
                [
                    .init(scheme: "a", parameters: ["b": "", "c": ",", "d": #"\",e"#])
                ]
            ),
            (#"A b="Basic c=d, e""#, [.init(scheme: "a", parameters: ["b": "Basic c=d, e"])]),
            ("A b=\"\tž🔑\\é\"", [.init(scheme: "a", parameters: ["b": "\tž🔑é"])]),
        ] as [(String, [AuthenticationChallenge])])
    func read(field: String, challenges: [AuthenticationChallenge]) {
        #expect(AuthenticationChallenge.challenges(in: field) == challenges)
    }

    @Test(
        "A malformed value has no challenge, not even those before the fault",
        arguments: [
            "=", "\"", "Basic\ta=b", "Basic \ta=b", "Basic a=b c=d", "Basic a=b;c=d", "Basic a b",
            "Basic /=b", "Basic a==b", "Basic a==, b=c", "Negotiate abc, a=b", "Basic a=\"b", "Basic a=\"b\\",
            "Basic a=\"b\\\"", "Basic a=\"b\"c", "Basic a=\"b\" c", "Basic a=b\"c\"", "Basic a=\"\u{1}\"",
            "Basic a=\"\\\n\"", "Basic a=\"\u{7F}\"", "Basic ä=b", "Basic a=ä", "Bäsic a=b", "Basic a/b=c", "Ba/sic",
            "Basic a='b c'", "Basic a=b\r\n", "Basic {}", "Basic \"a\"=b", "Basic, Bearer (", "Basic a=, b=c, d=",
        ])
    func malformed(field: String) {
        #expect(AuthenticationChallenge.challenges(in: field).isEmpty)
        #expect(AuthenticationChallenge.challenges(in: "First x=y, \(field)").isEmpty)
    }

    @Test("A challenge that has a parameter twice is left out, and the others are read")
    func twice() {
        #expect(
            AuthenticationChallenge.challenges(in: "A a=1, B b=1, c=2, B=1, C a=1, D d, E")
                == [
                    .init(scheme: "a", parameters: ["a": "1"]), .init(scheme: "c", parameters: ["a": "1"]),
                    .init(scheme: "d", token68: "d"), .init(scheme: "e"),
                ])
    }

    @Test(
        "A value of 256 KiB is read in less than ten seconds",
        arguments: [
            ",", "a,", "a b,", "a b=c,", "a=b,", "\"", "\\", " ", "\t", "=", "a=", "a =", "a= ", "Basic a=\"b\", ",
        ])
    func large(piece: String) {
        let field = "A x=y, " + String(repeating: piece, count: (1 << 18) / piece.utf8.count)
        let quoted = "A x=\"\(String(repeating: piece.replacing("\"", with: "\\\""), count: 1 << 15))"
        let duration = ContinuousClock().measure {
            _ = AuthenticationChallenge.challenges(in: field)
            _ = AuthenticationChallenge.challenges(in: quoted)
        }
        #expect(duration < .seconds(10))
    }
}
