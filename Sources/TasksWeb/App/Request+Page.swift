import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect

extension Request {
    /// The page that the user is on: the one that is requested, or the one with the posted form.
    ///
    /// - Returns: Its path; `nil` if no sign-in or choice of language may lead back to it.
    func page(of origin: String) -> String? {
        method == .get || method == .head ? ReturnPath(target)?.value : formPage(of: origin)
    }

    /// The page of this site that the posted form is on, as far as the browser says.
    func formPage(of origin: String) -> String? { ReturnPath(referrer(at: origin))?.value }
}
