import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import TestSupport

/// An application as its author may write it, with a function that builds it of its sign-in.
enum Notebook {
    static func build(_ signIn: WebSignIn, isPrepared: Bool = true) -> some ApplicationProtocol {
        var application = Application(
            router: router(signIn), services: isPrepared ? [signIn] : [], logger: .silent)
        if isPrepared { application.beforeServerStarts(perform: signIn.prepare) }
        return application
    }

    private static func router(_ signIn: WebSignIn) -> Router<BasicSignInRequestContext> {
        let router = Router(context: BasicSignInRequestContext.self)
        signIn.add(to: router)
        router.get("/") { _, context in context.session.user?.name ?? "Nobody is signed in." }
        let users = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
        users.get("/account") { _, context in "You are \(context.user.name)." }
        users.get("/department") { _, context in
            try await context.session.claims().idToken[string: "department"] ?? "none"
        }
        users.get("/token") { _, context in try await context.session.accessToken() }
        users.group().add(middleware: SignInRequirement(maxAge: .seconds(300)))
            .get("/closing") { _, context in "Goodbye, \(context.user.name)." }
        let notes = router.group("/notes").add(middleware: FormProtectionMiddleware(signIn))
        notes.get { _, context in
            let token = try context.session.csrf()?.value ?? ""
            return EditedResponse(
                headers: [.contentType: "text/html; charset=utf-8"],
                response: """
                    <!doctype html><title>Notes</title><form method="post" action="/notes">\
                    <input type="hidden" name="csrf" value="\(token)"><input name="note"><button>Add</button></form>
                    """)
        }
        notes.post { _, context in
            let user = try context.session.requireUser()
            return "\(user.name) noted \(context.form[single: "note"] ?? "")."
        }
        return router
    }
}
