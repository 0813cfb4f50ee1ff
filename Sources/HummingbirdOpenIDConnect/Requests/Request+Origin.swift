import HTTPTypes
import Hummingbird

extension Request {
    /// Whether the method promises to change nothing (RFC 9110, section 9.2.1).
    var isSafe: Bool { [.get, .head, .options, .trace].contains(method) }

    /// Whether a browser says that the request was made by a page of this origin, or by the person.
    ///
    /// `Sec-Fetch-Site` can't be set by a page, and decides; where it is missing, as over plain HTTP and in old
    /// browsers, `Origin` does. A browser sends one of the two with every POST.
    func isMade(by origin: String) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        return headers[.origin] == origin
    }
}
