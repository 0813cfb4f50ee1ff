import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect

/// The context of a route that needs somebody signed in: making one throws where nobody is.
struct PersonContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let slot: SessionSlot
    let session: Session
    let form: FormBody
    let cookies: RequestCookies
    let reader: Reader

    init(context: WebContext) throws {
        guard let session = context.slot.session else { throw PageError(.notSignedIn) }
        coreContext = context.coreContext
        slot = context.slot
        self.session = session
        form = context.form
        cookies = context.cookies
        reader = context.reader
    }
}
