import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

extension Request {
    /// Whether the user is on the page that is requested, and not on the one with the posted form.
    var isPage: Bool { method == .get || method == .head }

    /// The page of this site that the posted form is on, as far as the browser says.
    func formPage(of origin: String) -> String? { ReturnPath(headers.referrer(at: origin))?.value }
}
