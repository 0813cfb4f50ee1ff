import CurlTransport
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import SealedCookies

struct Step4 {
    static func main() async throws {
        let settings = try Settings.read()
        let transport = try CurlClient()
        let authority = SignInAuthority(
            relyingParty: RelyingParty(configuration: try settings.registration, transport: transport),
            routes: settings.policies.map(\.route))
        let signIn = try WebSignIn(
            authorities: [authority], codec: SealedCookieCodec(keys: SealingKeys([.generate()])),
            options: SignInOptions(signedInPath: "/tasks"))

        let router = Router(context: BasicSignInRequestContext.self)
        signIn.add(to: router)
        router.get("/") { _, context in
            let user = context.session.user
            let signedIn = user.map { "<p>You are \($0.name.escaped). <a href=\"/tasks\">Your tasks</a></p>" }
            return Page(title: "Quickstart", body: (signedIn ?? "") + settings.links(isSignedIn: user != nil))
        }
        TaskController(api: try settings.tasks, transport: transport)
            .addRoutes(to: router.group("tasks", context: TaskController.Context.self))

        let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: settings.port))
        try await Application(router: router, signIn: signIn, configuration: configuration).runService()
    }
}
