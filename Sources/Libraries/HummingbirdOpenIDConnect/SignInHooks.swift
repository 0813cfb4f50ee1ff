public import HTTPTransport
public import Hummingbird
public import OpenIDConnect

/// An application's part of a sign-in: its parameters, its languages, its pages, and its action after a user has signed
/// in.
public struct SignInHooks<Context: SignInRequestContext>: Sendable {
    /// The user's languages, best first, separated by spaces (`ui_locales`); `nil` leaves the parameter out.
    public var uiLocales: @Sendable (Request, Context) -> String? = { _, _ in nil }

    /// Changes the parameters of an authorization request that a user starts, for example `acrValues` for a part of the
    /// site.
    ///
    /// The request has what the link and the browser ask for; `nil` means ``SignInOptions/request``. A policy that is
    /// set here is ignored, because it is the route's. Authorization requests that the authority requires
    /// (`interaction_required`) don't come here.
    public var authorizationRequest:
        @Sendable (inout SignInRequest, SignInRoute, Request, Context) async throws -> Void = {
            _, _, _, _ in
        }

    /// Changes the redirect that follows a sign-in, for example by adding cookies.
    ///
    /// The context's session is the new one, or the changed one after a profile or password-reset policy. An error
    /// refuses the user: it ends that session, and is thrown on.
    public var signedIn: @Sendable (Response, Request, Context) async throws -> Response = { response, _, _ in
        response
    }

    /// The page that requests the user to confirm a sign-in that another site has started.
    ///
    /// The page appears only if the sign-in would displace one that the user started within the last minute. Its button
    /// is a link to the start's path.
    public var confirmStart: @Sendable (SignInStart, Request, Context) async throws -> Response = { start, _, _ in
        .html("<!doctype html><title>Sign in</title><a href=\"\(start.path.escapedForHTML)\">Sign in</a>")
    }

    /// The page that posts an authorization response once more from this site, so that its cookies are sent
    /// (`form_post`).
    ///
    /// The page posts exactly these fields to this path, and is the only one with a code.
    public var repost: @Sendable (FormBody, String, Request, Context) async throws -> Response = { form, path, _, _ in
        let fields = form.fields.map {
            "<input type=\"hidden\" name=\"\($0.name.escapedForHTML)\" value=\"\($0.value.escapedForHTML)\">"
        }
        return .html(
            "<!doctype html><title>Sign in</title><form method=\"post\" action=\"\(path.escapedForHTML)\">"
                + fields.joined() + "<button>Continue</button></form>")
    }

    /// The page for an error of a navigation, unless it is a redirect to sign-in; `nil`: one line of text.
    ///
    /// The page gets ``SignInError/status``, and the fields that the error requires. A request that is no navigation
    /// gets a problem in JSON (RFC 9457) instead.
    public var errorPage: @Sendable (SignInError, Request, Context) async throws -> Response? = { _, _, _ in nil }

    /// Creates hooks with the defaults.
    public init() {}
}

/// A sign-in that waits for the user's confirmation.
public struct SignInStart: Sendable, Equatable {
    /// The route that was requested.
    public let route: SignInRoute
    /// The path and query that start it.
    public let path: String
}
