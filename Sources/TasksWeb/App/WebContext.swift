import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import NIOCore

/// What a request carries through middleware and controllers.
struct WebContext: SignInRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection.
    let peer: SocketAddress?
    /// The session, once the session middleware has opened it; before that, the cookies of nobody's session.
    var session = RequestSession()
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

/// The context of a route that needs a signed-in user; making one throws if nobody is signed in.
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
