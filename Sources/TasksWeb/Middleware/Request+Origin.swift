import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect

extension Request {
    /// Whether the request comes from a page of this site or from nobody's, as far as the browser says (Fetch Metadata,
    /// `Origin`).
    func comes(from origin: String) -> Bool {
        if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        if let claimed = headers[.origin], claimed != origin { return false }
        return true
    }
}
