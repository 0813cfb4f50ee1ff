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
    /// The request's cookies, once the language middleware has read them.
    var cookies = RequestCookies([:])
    /// Whoever reads the answer, once the language middleware has found out.
    var locale = PageLocale()
    /// The fields of the form that the request posted, once the form middleware has checked it.
    var form = FormBody()
    /// The token of the posted form, where a page of this site sent it; its session may be over.
    var formToken: CSRFToken?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}

/// The context of a route that needs somebody signed in: making one throws where nobody is.
struct SignedInUserContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let slot: SessionSlot
    let session: Session
    let form: FormBody
    let cookies: RequestCookies
    let locale: PageLocale

    init(context: WebContext) throws {
        guard let session = context.slot.session else { throw PageError(.notSignedIn) }
        coreContext = context.coreContext
        slot = context.slot
        self.session = session
        form = context.form
        cookies = context.cookies
        locale = context.locale
    }
}

/// The time, in whole UNIX seconds; tests set their own.
struct Clock: Sendable {
    static let system = Clock { Int64(Date().timeIntervalSince1970) }

    let now: @Sendable () -> Int64
}
