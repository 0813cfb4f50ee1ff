import CurlTransport
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import SealedCookies

struct Step2 {
    static func main() async throws {
        let settings = try Settings.read()
        let transport = try CurlClient()
        let authority = SignInAuthority(
            relyingParty: RelyingParty(configuration: try settings.registration, transport: transport),
            routes: [SignInRoute(path: "/sign-in", policy: settings.emailSignInPolicyId)])
        let signIn = try WebSignIn(
            authorities: [authority], codec: SealedCookieCodec(keys: SealingKeys([.generate()])))

        let router = Router(context: BasicSignInRequestContext.self)
        signIn.add(to: router)
        router.get("/") { _, context in
            let user = context.session.user
            let signedIn = user.map { "<p>You are \($0.name.escaped).</p>" }
            return Page(title: "Quickstart", body: signedIn ?? "<p><a href=\"/sign-in\">Sign in</a></p>")
        }

        let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: settings.port))
        try await Application(router: router, signIn: signIn, configuration: configuration).runService()
    }
}
