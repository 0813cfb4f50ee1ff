import CurlTransport
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import SQLiteSessionStorage
import SealedCookies

struct Quickstart {
    static func main() async throws {
        let settings = try Settings.read()
        let transport = try CurlClient()
        let authority = SignInAuthority(
            relyingParty: RelyingParty(configuration: try settings.registration, transport: transport),
            routes: settings.policies.map(\.route))
        let keys = try Environment().get("SESSION_KEYS").map { try SealingKeys(text: $0) } ?? SealingKeys([.generate()])
        let signIn = try WebSignIn(
            authorities: [authority], codec: SealedCookieCodec(keys: keys),
            store: .sqlite("quickstart.sqlite"),
            options: SignInOptions(signedInPath: "/tasks", signedOutPath: "/signed-out"))

        let router = Router(context: BasicSignInRequestContext.self)
        signIn.add(to: router)
        router.get("/") { _, context in
            let user = context.session.user
            let signedIn = user.map { "<p>You are \($0.name.escaped). <a href=\"/tasks\">Your tasks</a></p>" }
            let signOut = "<form method=\"post\" action=\"/sign-out\"><button>Sign out</button></form>"
            return Page(
                title: "Quickstart",
                body: (signedIn.map { $0 + signOut } ?? "") + settings.links(isSignedIn: user != nil))
        }
        router.get("/signed-out") { _, _ in
            Page(title: "You are signed out", body: "<p><a href=\"/\">Home</a></p>")
        }
        TaskController(api: try settings.tasks, transport: transport)
            .addRoutes(to: router.group("tasks", context: TaskController.Context.self))

        let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: settings.port))
        try await Application(router: router, signIn: signIn, configuration: configuration).runService()
    }
}
