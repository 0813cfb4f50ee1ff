import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Which responses of the API lead to the provider for a stronger or fresher sign-in, and with which parameters.
@Suite struct APIChallengeTests {
    private static let insufficient = #"error="insufficient_user_authentication""#
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
    private static let encodedClaims = Data(claims.utf8).base64EncodedString()
    private static let filler = String(repeating: "x", count: 10_240)
    private static let names = ["acr_values", "max_age", "claims"]

    /// The fields of a response, and the parameters that they lead to.
    static let challenges: [(fields: [String], parameters: [String: String])] = [
        ([#"Bearer \#(insufficient), max_age="5""#], ["max_age": "5"]),
        ([#"Bearer \#(insufficient), max_age=5"#], ["max_age": "5"]),
        ([#"Bearer \#(insufficient), max_age="0""#], ["max_age": "0"]),
        ([#"Bearer \#(insufficient), max_age="2592000""#], ["max_age": "2592000"]),
        ([#"Bearer \#(insufficient), acr_values="gold""#], ["acr_values": "gold"]),
        ([#"Bearer \#(insufficient), acr_values="gold urn:x:silver""#], ["acr_values": "gold urn:x:silver"]),
        ([#"Bearer \#(insufficient), acr_values=gold, max_age=5"#], ["acr_values": "gold", "max_age": "5"]),
        ([#"DPoP \#(insufficient), max_age="5", algs="ES256""#], ["max_age": "5"]),
        ([#"bEARER MAX_AGE="5", Error="insufficient_user_authentication""#], ["max_age": "5"]),
        ([#"Bearer   realm = "a, \"b\" c" ,\#(insufficient),max_age = "5""#], ["max_age": "5"]),
        ([#"Bearer error="insufficient\_user_authentication", max_age="5""#], ["max_age": "5"]),
        ([#"Basic realm="x", Bearer \#(insufficient), max_age="5""#], ["max_age": "5"]),
        ([#"Bearer \#(insufficient), max_age="5", Basic realm="x""#], ["max_age": "5"]),
        ([#"Negotiate abc==, Bearer \#(insufficient), max_age="5""#], ["max_age": "5"]),
        (["Basic realm=\"x\"", #"Bearer \#(insufficient), max_age="5""#], ["max_age": "5"]),
        ([#"Bearer error="invalid_token", DPoP \#(insufficient), max_age="5""#], ["max_age": "5"]),
        ([#"Bearer \#(insufficient), max_age="5", x="\#(filler)""#], ["max_age": "5"]),
        ([#"Bearer \#(insufficient), acr_values="1 2 3 4 5 6 7 8""#], ["acr_values": "1 2 3 4 5 6 7 8"]),
        ([#"Bearer \#(insufficient), acr_values="1 2 3 4 5 6 7 8 9", max_age="5""#], ["max_age": "5"]),
        (
            [#"Bearer \#(insufficient), acr_values="\#(filler.prefix(100))""#],
            ["acr_values": String(filler.prefix(100))]
        ),
        ([#"Bearer \#(insufficient), acr_values="\#(filler.prefix(101))", max_age="5""#], ["max_age": "5"]),
        ([#"Bearer \#(insufficient), acr_values="gold", max_age="2592001""#], ["acr_values": "gold"]),
        ([#"Bearer \#(insufficient), acr_values="gold", max_age="-1""#], ["acr_values": "gold"]),
        ([#"Bearer \#(insufficient), acr_values="gold", max_age="5 minutes""#], ["acr_values": "gold"]),
        ([#"Bearer error="insufficient_claims", claims="\#(encodedClaims)""#], ["claims": claims]),
        (
            [
                #"Bearer realm="", authorization_uri="https://x.example/authorize", error="insufficient_claims", "#
                    + #"claims="\#(encodedClaims)", cc_type="authcontext""#
            ],
            ["claims": claims]
        ),
    ]

    /// Fields that ask for no other sign-in: the usual way of a 401.
    static let ignored: [[String]] = [
        [], ["Bearer"], [#"Bearer error="invalid_token""#], [#"Bearer \#(insufficient)"#],
        [#"Basic \#(insufficient), max_age="5""#], [#"Bearer error="other", max_age="5""#],
        [#"Bearer \#(insufficient), max_age="2592001""#],
        [#"Bearer \#(insufficient), max_age="99999999999999999999999""#],
        [#"Bearer \#(insufficient), max_age="""#], [#"Bearer \#(insufficient), acr_values="""#],
        [#"Bearer \#(insufficient), acr_values="1 2 3 4 5 6 7 8 9""#],
        [#"Bearer \#(insufficient), acr_values="\#(filler.prefix(101))""#],
        [#"Bearer \#(insufficient), acr_values="\#u{e9}""#],
        [#"Bearer \#(insufficient), max_age="5"#], [#"Bearer \#(insufficient), max_age="5", max_age="5""#],
        [#"Bearer \#(insufficient), \#(insufficient), max_age="5""#], [#"Bearer \#(insufficient); max_age="5""#],
        [#"Bearer \#(insufficient), claims="\#(encodedClaims)""#], [#"Bearer error="insufficient_claims""#],
        [#"Bearer error="insufficient_claims", max_age="5""#], [#"Bearer error="insufficient_claims", claims="W10=""#],
        [#"Bearer error="insufficient_claims", claims="{}""#], [#"Bearer error="insufficient_claims", claims="e30*""#],
        [
            #"Bearer error="insufficient_claims", "#
                + #"claims="\#(Data((#"{"a":""# + filler.prefix(2041) + #""}"#).utf8).base64EncodedString())""#
        ],
    ]

    private static func response(_ fields: [String]) throws -> LoopbackResponse {
        let name = try #require(HTTPField.Name("WWW-Authenticate"))
        var headers: HTTPFields = [:]
        for field in fields { headers.append(HTTPField(name: name, value: field)) }
        return LoopbackResponse(.unauthorized, headerFields: headers)
    }

    private static func refreshes(_ site: Site) -> Int {
        site.provider.refreshes.count
    }

    /// The parameters of these names in the authorization request that a response leads to.
    private static func parameters(_ page: WebPage, _ site: Site) throws -> [String: String] {
        #expect(page.status == 303, "\(page.error ?? page.text)")
        let location = try #require(page.location)
        try #require(location.hasPrefix(site.provider.url.description), "\(location)")
        let query = try #require(FormBody(parsing: page.locationQuery ?? ""))
        return names.reduce(into: [:]) { $0[$1] = query[single: $1] }
    }

    @Test(
        "A challenge of the API leads to the provider with its values, without a refresh, and the session stays",
        arguments: challenges)
    func leads(fields: [String], parameters: [String: String]) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let former = browser.copy()
            site.api.respond(always: try Self.response(fields))
            let page = try await browser.get("/tasks?show=active")
            #expect(try Self.parameters(page, site) == parameters)
            #expect(Self.refreshes(site) == 0)
            #expect(try await browser.fetch("/tasks").status == 401)
            site.api.behave()
            try await former.tasks()
            try await browser.tasks()
        }
    }

    @Test("A 401 without a challenge that can be met leads to a refresh, and then to sign-in", arguments: ignored)
    func plain(fields: [String]) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(always: try Self.response(fields))
            let page = try await browser.get("/tasks")
            #expect(page.status == 303 && page.locationPath == "/sign-in", "\(page.location ?? "")")
            #expect(Self.refreshes(site) == 1)
        }
    }

    @Test("No route takes the values of a step-up from a link") func link() async throws {
        try await Site.running { site in
            let query = "acr_values=gold&max_age=5&claims=%7B%7D"
            for path in ["/sign-in?\(query)", "/sign-in?returnTo=/tasks&\(query)"] {
                let page = try await site.browser().get(path)
                #expect(try Self.parameters(page, site) == [:])
            }
        }
    }

    @Test("A challenge's values take the place of the settings' for this sign-in alone") func settings() async throws {
        let extra = FormBody([("acr_values", "bronze"), ("max_age", "3600"), ("x", "y")])
        try await Site.running(changing: { $0.extraParameters = extra }) { site in
            site.provider.change { $0.claims = ["acr": "bronze"] }
            let browser = try await site.signedIn()
            site.api.respond(always: try Self.response([#"Bearer \#(Self.insufficient), acr_values="gold""#]))
            let page = try await browser.get("/tasks")
            let parameters = try Self.parameters(page, site)
            #expect(parameters["acr_values"] == "gold")
            #expect(page.locationQuery?.contains("x=y") == true)
            site.provider.change { $0.claims = ["acr": "gold"] }
            site.api.behave()
            #expect(try await browser.follow(try await browser.follow(page)).location == "/tasks")
            let usual = try await browser.get("/sign-in")
            #expect(try Self.parameters(usual, site)["acr_values"] == "bronze")
        }
    }
}
