import CurlTransport
import Hummingbird
import HummingbirdOpenIDConnect
import SQLiteSessionStorage

@main
struct SignedInRoute {
    static func main() async throws {
        // ISSUER, CLIENT_ID, CLIENT_SECRET and PORT; with DATABASE, a file, also SESSION_KEYS, which stay the same.
        // At the provider, register http://localhost:8080/sign-in/return and, for sign-out, http://localhost:8080/.
        let environment = Environment()
        let signIn = try WebSignIn(
            environment: environment, transport: CurlClient(),
            store: environment.get("DATABASE").map { try .sqlite($0) } ?? .memory)

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

        let address = try BindAddress.hostname(environment: environment)
        let configuration = ApplicationConfiguration(address: address)
        try await Application(router: router, signIn: signIn, configuration: configuration).runService()
    }
}
