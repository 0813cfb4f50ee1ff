package import HTTPTypes

/// Field names that HTTPTypes doesn't have.
extension HTTPField.Name {
    /// Whether the request is a navigation.
    package static let secFetchMode = constant("Sec-Fetch-Mode")
    /// What the response is for, as a page or a frame.
    package static let secFetchDest = constant("Sec-Fetch-Dest")
    /// From what kind of site the request comes.
    package static let secFetchSite = constant("Sec-Fetch-Site")

    /// The purpose of a request in earlier versions of Chromium.
    package static let purpose = constant("Purpose")
    /// The purpose of a request in Firefox.
    package static let xMoz = constant("X-Moz")
    /// The purpose of a request in Safari.
    package static let xPurpose = constant("X-Purpose")

    /// The data that the browser removes.
    package static let clearSiteData = constant("Clear-Site-Data")

    /// Lets a browser load the page again.
    package static let refresh = constant("Refresh")

    /// What a browser may register a device's key with (W3C Device Bound Session Credentials, section 9).
    package static let secureSessionRegistration = constant("Secure-Session-Registration")
    /// What the device's key has to sign.
    package static let secureSessionChallenge = constant("Secure-Session-Challenge")
    /// The device's proof.
    package static let secureSessionResponse = constant("Secure-Session-Response")
    /// Why a browser sends a request without a proof.
    package static let secureSessionSkipped = constant("Secure-Session-Skipped")
    /// The binding that a browser renews.
    package static let secSecureSessionID = constant("Sec-Secure-Session-Id")

    package static let referrerPolicy = constant("Referrer-Policy")
    package static let link = constant("Link")

    /// The host of a request over HTTP/1, which HTTPTypes has in the request's head.
    package static let host = constant("Host")
    package static let forwarded = constant("Forwarded")
    package static let xForwardedFor = constant("X-Forwarded-For")

    /// The tasks API's count of all of a user's tasks.
    package static let totalCount = constant("Total-Count")
    /// The tasks API's count of a user's completed tasks.
    package static let completedCount = constant("Completed-Count")

    /// A field name that the source spells out.
    package static func constant(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
