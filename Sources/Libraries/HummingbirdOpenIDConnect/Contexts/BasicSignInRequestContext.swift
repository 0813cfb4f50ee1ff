public import HTTPTransport
public import Hummingbird

/// A request context with only a session and a posted form, for applications that need no other context.
public struct BasicSignInRequestContext: FormRequestContext {
    /// Hummingbird's part of the context.
    public var coreContext: CoreRequestContextStorage
    /// The request's session.
    public let session = RequestSession()
    /// The posted form's fields, once ``FormProtectionMiddleware`` has read it.
    public var form = FormBody()

    /// The context of a request that came in.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
