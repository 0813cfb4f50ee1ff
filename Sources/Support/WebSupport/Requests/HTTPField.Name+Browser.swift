package import HTTPTypes

/// Fields of browsers that HTTPTypes has no names for.
///
/// The sources are Fetch Metadata Request Headers and Clear Site Data. The earlier names of `Sec-Purpose` are included.
extension HTTPField.Name {
    /// Whether the request is a navigation.
    package static let secFetchMode = constant("Sec-Fetch-Mode")
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

    /// A field name that the source spells out.
    package static func constant(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
