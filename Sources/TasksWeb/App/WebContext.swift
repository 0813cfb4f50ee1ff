import FoundationEssentials
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import NIOCore

/// What a request carries through middleware and controllers.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection.
    let peer: SocketAddress?
    /// The session, once the session middleware has read it.
    var slot = SessionSlot()
    /// The request's cookies, once the cookies middleware has read them.
    var cookies = RequestCookies([:])
    /// The cookies for whatever response the request gets.
    let responseCookies = ResponseCookies()
    /// The language of the response, once the language middleware has chosen it.
    var locale = PageLocale()
    /// The fields of the posted form, once the form middleware has checked it.
    var form = FormBody()
    /// The token of the posted form if a page of this site sent it; its session may have ended.
    var formToken: CSRFToken?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}

/// The context of a route that needs a signed-in user; making one throws if nobody is signed in.
struct SignedInUserContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let slot: SessionSlot
    let cookies: RequestCookies
    let responseCookies: ResponseCookies
    let locale: PageLocale
    let form: FormBody

    /// The session as it is now: a call of the API may have refreshed it.
    var session: Session {
        get throws {
            guard let session = slot.session else { throw PageError(.notSignedIn) }
            return session
        }
    }

    init(context: WebContext) throws {
        coreContext = context.coreContext
        slot = context.slot
        cookies = context.cookies
        responseCookies = context.responseCookies
        locale = context.locale
        form = context.form
        _ = try session
    }
}

/// The time, in whole UNIX seconds; tests set their own.
struct Clock: Sendable {
    static let system = Clock { Int64(Date().timeIntervalSince1970) }

    let now: @Sendable () -> Int64
}
