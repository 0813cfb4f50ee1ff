import Encodings
import HTTPTransport
import WebSupport

/// A site's address, from its authorities' redirect URIs.
struct SignInSite {
    let origin: String
    let isOverHTTPS: Bool

    /// - Throws: If the authorities can't work together.
    init(_ authorities: [SignInAuthority]) throws(SignInSetupError) {
        guard let first = authorities.first else { throw SignInSetupError("there is no authority") }
        guard let url = first.redirectURI else {
            throw SignInSetupError("the redirect URI is no http or https URL")
        }
        origin = url.origin
        isOverHTTPS = url.scheme == .https
        for authority in authorities {
            let name = authority.name.utf8
            guard (1...40).contains(name.count), name.allSatisfy(\.isOfAuthorityName) else {
                throw SignInSetupError("an authority's name is not 1 to 40 characters of a to z, digits and -")
            }
            guard !authority.routes.isEmpty else { throw SignInSetupError("an authority has no route") }
            guard let url = authority.redirectURI, url.origin == origin else {
                throw SignInSetupError("the redirect URIs are not of one origin")
            }
            guard url.scheme == .https || url.isLoopback else {
                throw SignInSetupError("the redirect URI needs https: plain http is for loopback addresses only")
            }
            guard LocalPath(authority.redirectPath) != nil, url.query == nil else {
                throw SignInSetupError("the redirect URI needs a plain path and no query")
            }
        }
        guard Set(authorities.map(\.name)).count == authorities.count else {
            throw SignInSetupError("two authorities have the same name")
        }
    }
}

extension UInt8 {
    /// Whether the byte can be part of an authority's name.
    var isOfAuthorityName: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || isDigit || self == UInt8(ascii: "-")
    }
}
