import CurlTransport
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import SQLiteSessionStorage
import SealedCookies
import SessionStorage

@main
struct SignedInRoute {
    static func main() async throws {
        // At the provider, register the redirect URI below and, for sign-out, http://localhost:8080/.
        let environment = Environment()
        let port = environment.get("PORT", as: Int.self) ?? 8080
        let configuration = RelyingPartyConfiguration(
            authority: try Authority(environment.require("ISSUER")), clientID: try environment.require("CLIENT_ID"),
            redirectURI: "http://localhost:\(port)/sign-in/return",
            clientCredential: environment.get("CLIENT_SECRET").map { .secret($0) } ?? .none)

        // Keys that stay the same go with a database: without one, a restart forgets which sessions have ended.
        let file = try environment.get("DATABASE").map { try SQLiteSessionStore(path: $0) }
        let keys = try SealingKeys(text: file == nil ? SealingKey.generate().text : environment.require("SESSION_KEYS"))
        let transport = try CurlClient()
        let signIn = try WebSignIn(
            relyingParty: RelyingParty(configuration: configuration, transport: transport),
            codec: SealedCookieCodec(keys: keys), store: file ?? MemorySessionStore())

        let router = Router(context: BasicSignInRequestContext.self)
        signIn.add(to: router)
        router.get("/") { _, context in
            context.session.user == nil ? "Nobody is signed in. Go to /account." : "Somebody is signed in."
        }
        let signedIn = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
        signedIn.get("/account") { _, context in
            "You are \(context.user.name), \(context.user.identity.subject) at \(context.user.identity.issuer)."
        }
        signedIn.get("/token") { _, context in "\(try await context.session.accessToken().utf8.count) bytes" }

        var application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [transport, signIn])
        application.beforeServerStarts(perform: signIn.prepare)
        try await application.runService()
    }
}
