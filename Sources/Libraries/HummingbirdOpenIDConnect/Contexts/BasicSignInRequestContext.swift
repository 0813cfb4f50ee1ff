public import Hummingbird

/// A request context with only a session, for applications that need no other context.
public struct BasicSignInRequestContext: SignInRequestContext {
    /// Hummingbird's part of the context.
    public var coreContext: CoreRequestContextStorage
    /// The request's session.
    public let session = RequestSession()

    /// The context of a request that came in.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
