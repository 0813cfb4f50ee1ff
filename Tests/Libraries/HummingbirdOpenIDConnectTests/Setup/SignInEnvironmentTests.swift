import HTTPTransport
import Hummingbird
import HummingbirdCore
import OpenIDConnect
import SealedCookies
import SessionStorage
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct SignInEnvironmentTests {
    private static let issuer = "https://id.example/realms/home"

    private func make(
        _ changes: [String: String?] = [:], authority: Authority? = nil, store: any SessionStore = .memory,
        routes: [SignInRoute] = [SignInRoute(path: "/sign-in")], options: SignInOptions = SignInOptions(),
        configure: (inout RelyingPartyConfiguration) -> Void = { _ in }
    ) throws -> WebSignIn {
        let usual: [String: String?] = ["ISSUER": Self.issuer, "CLIENT_ID": "app", "CLIENT_SECRET": "s3cret"]
        let values = usual.merging(changes) { $1 }.compactMapValues(\.self)
        return try WebSignIn(
            environment: Environment(values: values), authority: authority, transport: Nowhere(), store: store,
            routes: routes, options: options, logger: .silent, configure: configure)
    }

    private func configuration(of signIn: WebSignIn) throws -> RelyingPartyConfiguration {
        try #require(signIn.listed.first).relyingParty.configuration
    }

    @Test("The variables are the registration at the issuer, for a program on this machine")
    func local() throws {
        let signIn = try make()
        let configuration = try configuration(of: signIn)
        #expect(try configuration.authority == Authority(Self.issuer))
        #expect(configuration.clientID == "app")
        #expect(configuration.redirectURI == "http://localhost:8080/sign-in/return")
        #expect(configuration.clientCredential.secret == "s3cret")
        #expect(signIn.listed.map(\.routes) == [[SignInRoute(path: "/sign-in")]])
        #expect(!signIn.attributes.isOverHTTPS)
    }

    @Test(
        "The redirect URI has the site's origin, or else localhost and the port",
        arguments: [
            ("https://app.example.com", nil, "https://app.example.com/sign-in/return"),
            ("https://app.example.com/", "9000", "https://app.example.com/sign-in/return"),
            ("https://App.example.com:8443", nil, "https://app.example.com:8443/sign-in/return"),
            ("http://127.0.0.1:3000", nil, "http://127.0.0.1:3000/sign-in/return"),
            (nil, "9000", "http://localhost:9000/sign-in/return"),
        ] as [(String?, String?, String)])
    func origins(_ origin: String?, _ port: String?, _ redirectURI: String) throws {
        let signIn = try make(["ORIGIN": origin, "PORT": port])
        #expect(try configuration(of: signIn).redirectURI == redirectURI)
        #expect(signIn.attributes.isOverHTTPS == redirectURI.hasPrefix("https"))
    }

    @Test("A client without a secret is a public one") func publicClient() throws {
        #expect(try configuration(of: make(["CLIENT_SECRET": nil])).clientCredential.secret == nil)
    }

    @Test("An authority takes the place of the issuer, and the registration can be changed") func preset() throws {
        let signIn = try make(["ISSUER": nil], authority: .google) { $0.scopes = ["email"] }
        let configuration = try configuration(of: signIn)
        #expect(try configuration.authority == .google)
        #expect(configuration.scopes == ["email"])
    }

    @Test(
        "A variable that is missing or wrong is named, with what to do, and no secret is shown",
        arguments: [
            (["ISSUER": nil], "ISSUER is not set: set it to"),
            (["ISSUER": ""], "ISSUER is empty: set it to"),
            (["ISSUER": "http://id.example"], "ISSUER: the authority is plain http"),
            (["ISSUER": "v4lue"], "ISSUER: the authority"),
            (["CLIENT_ID": nil], "CLIENT_ID is not set: set it to"),
            (["CLIENT_ID": ""], "CLIENT_ID is empty: set it to"),
            (["CLIENT_SECRET": ""], "CLIENT_SECRET is empty: set it to the client's secret, or leave it out"),
            (["CLIENT_SECRET": "v4lue\n"], "CLIENT_SECRET has a line break: set it to"),
            (["ORIGIN": ""], "ORIGIN is empty: set it to"),
            (["ORIGIN": "v4lue.example"], "ORIGIN has to be"),
            (["ORIGIN": "https://v4lue.example/app"], "ORIGIN has to be"),
            (["ORIGIN": "https://v4lue.example/?x=1"], "ORIGIN has to be"),
            (["ORIGIN": "http://v4lue.example"], "ORIGIN is plain http"),
            (["PORT": "v4lue"], "PORT is no port: set it to"),
            (["PORT": ""], "PORT is no port: set it to"),
            (["PORT": "0"], "PORT is no port: set it to"),
            (["PORT": "65536"], "PORT is no port: set it to"),
        ] as [([String: String?], String)])
    func refused(_ changes: [String: String?], _ words: String) {
        expectRefusal(words) { try make(changes) }
    }

    @Test(
        "A store that outlives the process needs keys that do",
        arguments: [
            (nil, "SESSION_KEYS is not set: set it to a key"),
            ("", "SESSION_KEYS is empty: set it to a key"),
            (" , ", "SESSION_KEYS: there is no key"),
            ("v4lue", "SESSION_KEYS: key 1 is not"),
            ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8,v4lue!", "SESSION_KEYS: key 2 is not base64url"),
            (
                "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
                "SESSION_KEYS: key 2 is there already"
            ),
        ] as [(String?, String)])
    func keys(_ text: String?, _ words: String) {
        expectRefusal(words) { try make(["SESSION_KEYS": text], store: SwitchableSessionStore()) }
    }

    @Test("Sessions that outlive the process are sealed with the keys of the variable, newest first")
    func persistent() throws {
        let (newest, older) = try (SealingKey.generate(), SealingKey.generate())
        let signIn = try make(["SESSION_KEYS": "\(newest.text),\(older.text)"], store: SwitchableSessionStore())
        for key in [newest, older] {
            let sealed = try SealedCookieCodec(keys: SealingKeys([key])).seal([1, 2], name: "x", expires: 10)
            let values = Dictionary(sealed.map { ($0.name, $0.value) }) { $1 }
            #expect(signIn.codec.open(name: "x", now: 0) { values[$0] } == [1, 2])
        }
        let sealed = try signIn.codec.seal([3], name: "x", expires: 10)
        let values = Dictionary(sealed.map { ($0.name, $0.value) }) { $1 }
        let opened = try SealedCookieCodec(keys: SealingKeys([newest])).open(name: "x", now: 0) { values[$0] }
        #expect(opened == [3])
    }

    @Test("Sessions in memory never have the keys of the variable, with which ended ones would open again")
    func memory() throws {
        let key = try SealingKey.generate()
        let signIn = try make(["SESSION_KEYS": key.text])
        let sealed = try SealedCookieCodec(keys: SealingKeys([key])).seal([1], name: "x", expires: 10)
        let values = Dictionary(sealed.map { ($0.name, $0.value) }) { $1 }
        #expect(signIn.codec.open(name: "x", now: 0) { values[$0] } == nil)
    }

    @Test("An authority with policies needs one for each route") func policies() throws {
        let inRoute = SignInRoute(path: "/sign-in", policy: "B2C_1_in")
        let signIn = try make(authority: .azureADB2C(tenant: "contoso"), routes: [inRoute])
        #expect(signIn.listed.map(\.routes) == [[inRoute]])
        expectRefusal("each route needs one") { try make(authority: .azureADB2C(tenant: "contoso")) }
        expectRefusal("each route needs one") {
            try make(authority: .azureADB2C(tenant: "contoso"), routes: [inRoute, SignInRoute(path: "/other")])
        }
    }

    @Test("An option that can't work is refused as ever") func options() {
        expectRefusal("homePath") { try make(options: SignInOptions(homePath: "home")) }
    }

    @Test("The server listens at the port of the variable, on this machine unless another host is named")
    func address() throws {
        #expect(try BindAddress.hostname(environment: ["PORT": "9000"]) == .hostname("127.0.0.1", port: 9000))
        #expect(try BindAddress.hostname("0.0.0.0", environment: [:]) == .hostname("0.0.0.0", port: 8080))
        expectRefusal("PORT is no port") { try BindAddress.hostname(environment: ["PORT": "x"]) }
    }

    private func expectRefusal(
        _ words: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
    ) {
        do {
            _ = try body()
            Issue.record("nothing was refused", sourceLocation: sourceLocation)
        } catch {
            let text = (error as? SignInSetupError)?.description ?? "another error: \(error)"
            #expect(text.contains(words), sourceLocation: sourceLocation)
            #expect(!text.contains("v4lue") && !text.contains("s3cret"), "\(text)", sourceLocation: sourceLocation)
        }
    }
}

private struct Nowhere: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.unreachable, "nowhere")
    }
}
