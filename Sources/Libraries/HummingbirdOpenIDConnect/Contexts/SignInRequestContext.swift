public import HTTPTransport
public import Hummingbird

/// A request context with room for a session.
public protocol SignInRequestContext: RequestContext {
    /// The request's session: a ``RequestSession/init()`` of the context's own, which ``SignInMiddleware`` opens.
    ///
    /// The getter has to return the same object each time.
    var session: RequestSession { get }
}

/// A request context with room for a posted form.
public protocol FormRequestContext: SignInRequestContext {
    /// The fields of the posted form, once ``FormProtectionMiddleware`` has read it.
    var form: FormBody { get set }
}
