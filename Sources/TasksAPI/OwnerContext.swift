import Hummingbird
import NIOCore

/// A call whose owner is known.
///
/// No route that needs one can be reached without it, whatever the order of middleware.
struct OwnerContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let owner: String
    let channel: any Channel

    init(context: TasksAPIContext) throws {
        guard let owner = context.owner else { throw Problem.unauthorized(nil) }
        coreContext = context.coreContext
        self.owner = owner
        channel = context.channel
    }
}
