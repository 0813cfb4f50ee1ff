import HTTPTypes
package import Hummingbird

extension Response {
    /// Redirects the browser with GET (RFC 9110, section 15.4.4).
    package init(seeOther location: String) {
        self.init(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }

    /// Adds `Set-Cookie` fields; a response with one of them must never be cached.
    package mutating func set(_ cookies: [String]) {
        guard !cookies.isEmpty else { return }
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, lenientValue: cookie.utf8)) }
        headers[.cacheControl] = "no-store"
    }
}
