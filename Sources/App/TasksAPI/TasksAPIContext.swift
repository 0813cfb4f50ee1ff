package import Hummingbird
import NIOCore
import OpenIDConnect

/// The context of a request, with its owner once the token has been verified.
package struct TasksAPIContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    var owner: UserKey?
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// A call whose owner is known.
///
/// No route that needs one can be reached without it, whatever the order of middleware.
struct OwnerContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The key of the user, in the form in which stores compare it.
    let owner: String

    init(context: TasksAPIContext) throws {
        guard let owner = context.owner else { throw Problem.unauthorized(nil) }
        coreContext = context.coreContext
        self.owner = owner.text
    }
}
