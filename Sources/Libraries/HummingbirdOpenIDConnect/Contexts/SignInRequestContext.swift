public import Hummingbird

/// A request context with room for a session.
public protocol SignInRequestContext: RequestContext {
    /// The request's session, once the cookie has been opened; until then ``RequestSession/init()``, without a user.
    var session: RequestSession { get set }
}
