public import Hummingbird

/// The context of routes for signed-in users: making one throws if there is none, so that their handlers never
/// unwrap a user.
///
/// A navigation goes to sign-in and returns; any other request gets 401. Your own context does the same by
/// ``RequestSession/requireUser()`` in its `init(context:)`.
///
/// ```swift
/// router.group(context: SignedInContext<BasicSignInRequestContext>.self)
///     .get("/account") { _, context in "You are \(context.user.name)." }
/// ```
public struct SignedInContext<Parent: SignInRequestContext>: ChildRequestContext, SignInRequestContext {
    /// The context that this one extends.
    public typealias ParentContext = Parent

    /// Hummingbird's part of the context.
    public var coreContext: CoreRequestContextStorage
    /// The request's session.
    public let session: RequestSession
    /// The signed-in user.
    public let user: SignedInUser
    /// The context that this one extends, for example with the posted form.
    public let parent: Parent

    /// The context of a request with a session.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``.
    public init(context: Parent) throws {
        user = try context.session.requireUser()
        session = context.session
        parent = context
        coreContext = context.coreContext
    }
}
