public import Hummingbird

/// A request context with a session and nothing else, for applications that need no context of their own.
public struct BasicSignInRequestContext: SignInRequestContext {
    /// What Hummingbird keeps here.
    public var coreContext: CoreRequestContextStorage
    /// The request's session.
    public var session = RequestSession()

    /// The context of a request that came in.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
