import HTTPTypes
package import Hummingbird

extension Response {
    /// Sends the browser on with GET (RFC 9110, section 15.4.4), and sets cookies on the way.
    package init(seeOther location: String, setting cookies: [String] = []) {
        self.init(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
        set(cookies)
    }

    /// Adds `Set-Cookie` fields; with one of them a response must not be cached, whatever it said itself.
    package mutating func set(_ cookies: [String]) {
        guard !cookies.isEmpty else { return }
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        headers[.cacheControl] = "no-store"
    }
}
