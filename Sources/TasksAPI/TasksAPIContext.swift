public import Hummingbird
import NIOCore
import OpenIDConnect

/// What is known of a call: whose it is, once its token has been verified.
public struct TasksAPIContext: RequestContext {
    /// What Hummingbird itself keeps with a request.
    public var coreContext: CoreRequestContextStorage
    var owner: UserKey?
    let channel: any Channel

    /// The context of a call that has just come in.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
