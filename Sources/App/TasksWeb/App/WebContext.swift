import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import NIOCore
import Synchronization
import WebSupport

/// A request's context on its way through middleware and controllers.
///
/// All but Hummingbird's part is behind one reference, because each level of middleware copies its context. So
/// middleware further out sees the values that were set further in.
struct WebContext: FormRequestContext {
    var coreContext: CoreRequestContextStorage
    fileprivate let state: RequestState

    /// The other end of the connection.
    var peer: SocketAddress? { state.peer }
    /// The session, once `SignInMiddleware` has opened it; before that, only the cookies.
    var session: RequestSession { state.session }
    /// The language of the response, once ``SiteMiddleware`` has chosen it.
    var locale: PageLocale {
        get { state.values.withLock { $0.locale } }
        nonmutating set { state.values.withLock { $0.locale = newValue } }
    }
    /// The fields of the posted form, once ``FormProtectionMiddleware`` has checked it.
    var form: FormBody {
        get { state.values.withLock { $0.form } }
        nonmutating set { state.values.withLock { $0.form = newValue } }
    }
    /// The request's cookies, once ``SiteMiddleware`` has read them.
    var cookies: RequestCookies { session.cookies }

    init(source: ApplicationRequestContextSource) { self.init(source: source, session: RequestSession()) }

    init(source: ApplicationRequestContextSource, session: RequestSession) {
        coreContext = CoreRequestContextStorage(source: source)
        state = RequestState(peer: source.channel.remoteAddress, session: session)
    }
}

/// The context of a route that needs a signed-in user; making one throws if there is none.
struct SignedInUserContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let session: RequestSession
    private let state: RequestState

    var locale: PageLocale { state.values.withLock { $0.locale } }
    var form: FormBody { state.values.withLock { $0.form } }
    var cookies: RequestCookies { session.cookies }

    init(context: WebContext) throws {
        coreContext = context.coreContext
        session = context.session
        state = context.state
        _ = try session.requireUser()
    }
}

/// The values behind a ``WebContext``.
private final class RequestState: Sendable {
    let peer: SocketAddress?
    let session: RequestSession
    let values = Mutex(Values())

    struct Values {
        var locale = PageLocale()
        var form = FormBody()
    }

    init(peer: SocketAddress?, session: RequestSession) {
        self.peer = peer
        self.session = session
    }
}
