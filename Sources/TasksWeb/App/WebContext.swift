import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import NIOCore
import Synchronization

/// What a request carries through middleware and controllers.
struct WebContext: SignInRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection.
    var peer: SocketAddress?
    /// The session, once the session middleware has opened it; before that, only the cookies.
    var session = RequestSession() {
        didSet { latestSession.value = session }
    }
    /// The same session for middleware further out, whose copy of the context is older.
    let latestSession = LatestSession()
    /// The cookies for whatever response the request gets.
    let responseCookies = ResponseCookies()
    /// The language of the response, once the language middleware has chosen it.
    var locale = PageLocale()
    /// The fields of the posted form, once the form middleware has checked it.
    var form = FormBody()

    /// The request's cookies, once the cookies middleware has read them.
    var cookies: RequestCookies { session.cookies }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}

/// A request's session, as the innermost context has it.
final class LatestSession: Sendable {
    private let session = Mutex<RequestSession?>(nil)

    /// The session; `nil` before the cookies are read.
    var value: RequestSession? {
        get { session.withLock { $0 } }
        set { session.withLock { $0 = newValue } }
    }
}

/// The context of a route that needs a signed-in user; making one throws if there is none.
struct SignedInUserContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let session: RequestSession
    let responseCookies: ResponseCookies
    let locale: PageLocale
    let form: FormBody

    var cookies: RequestCookies { session.cookies }

    init(context: WebContext) throws {
        coreContext = context.coreContext
        session = context.session
        _ = try context.session.requireUser()
        responseCookies = context.responseCookies
        locale = context.locale
        form = context.form
    }
}
