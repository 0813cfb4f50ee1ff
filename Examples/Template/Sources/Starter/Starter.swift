import AsyncHTTPClientTransport
import Hummingbird
import HummingbirdOpenIDConnect

@main
struct Starter {
    static func main() async throws {
        // ISSUER, CLIENT_ID, CLIENT_SECRET, PORT and ORIGIN: see README.md.
        let environment = Environment()
        let signIn = try WebSignIn(environment: environment, transport: AsyncHTTPTransport())
        let address = try BindAddress.hostname(environment: environment)
        try await makeApplication(signIn, configuration: ApplicationConfiguration(address: address)).runService()
    }
}

/// The application: the program's, or a test's.
func makeApplication(
    _ signIn: WebSignIn, configuration: ApplicationConfiguration = ApplicationConfiguration()
) -> some ApplicationProtocol {
    let router = Router(context: BasicSignInRequestContext.self, options: .autoGenerateHeadEndpoints)
    signIn.add(to: router)
    router.get("/") { _, _ in HTMLPage(#"<p><a href="/account">Your account</a></p>"#) }
    // A user who isn't signed in goes to the provider first, and comes back.
    let users = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
    users.get("/account") { _, context in
        HTMLPage(
            """
            <p>Signed in as \(HTMLPage.escaped(context.user.name)).</p>
            <form method="post" action="/sign-out"><button>Sign out</button></form>
            """)
    }
    return Application(router: router, signIn: signIn, configuration: configuration)
}
