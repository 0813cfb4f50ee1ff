import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect

/// An application with the public interface of the library alone, and handlers of a few lines.
///
/// Its paths, its cookie and the calls of its handlers are the front end's, so that one table of requests is for both.
enum LibraryApplication {
    static func options(_ options: SiteOptions) -> SignInOptions {
        SignInOptions(
            backChannelLogoutPath: "/auth/openid/back-channel-logout",
            frontChannelLogoutPath: "/auth/openid/front-channel-logout", deviceBinding: options.deviceBinding,
            signedInPath: "/tasks",
            signedOutPath: "/signed-out", cookieName: "latchkey", idleTimeout: options.idleTimeout,
            lifetime: options.lifetime, maximumSessions: options.maximumSessions)
    }

    static func router(
        _ signIn: WebSignIn, hooks: SignInHooks<BasicSignInRequestContext>, api: HTTPURL, _ transport: any Transport
    ) -> Router<BasicSignInRequestContext> {
        let router = Router(context: BasicSignInRequestContext.self, options: .autoGenerateHeadEndpoints)
        signIn.add(to: router, hooks: hooks)
        router.get("/") { _, context in context.session.user?.name ?? "signed out" }
        router.get("/signed-out") { _, _ in "signed out" }
        let signedIn = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
        signedIn.get("/tasks") { _, context in
            let call = TransportRequest(.get, api, headerFields: [.accept: "application/json"], timeout: .seconds(30))
            return try await BearerTransport(base: transport, session: context.session).send(call).status
        }
        signedIn.post("/tasks") { _, context in
            let call = TransportRequest(
                .post, api, headerFields: [.contentType: "application/json"], body: Array(#"{"task":"milk"}"#.utf8),
                timeout: .seconds(30))
            let response = try await BearerTransport(base: transport, session: context.session).send(call)
            guard response.status == .created else { throw HTTPError(.badGateway) }
            return Response(status: .seeOther, headers: [.location: "/tasks"])
        }
        signedIn.get("/claims") { _, context in
            try await context.session.claims().idToken.names.joined(separator: " ")
        }
        signedIn.post("/sessions/end-others") { _, context in
            try await context.session.endOtherUserSessions()
            return Response(status: .seeOther, headers: [.location: "/"])
        }
        return router
    }
}
