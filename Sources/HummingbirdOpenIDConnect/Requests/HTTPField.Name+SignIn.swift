package import HTTPTypes

/// Fields that HTTPTypes has no names for: those of Fetch Metadata Request Headers, and Clear Site Data.
extension HTTPField.Name {
    /// Whether the request is a navigation.
    package static let secFetchMode = constant("Sec-Fetch-Mode")
    /// From what kind of site the request comes.
    package static let secFetchSite = constant("Sec-Fetch-Site")

    /// The data that the browser removes.
    package static let clearSiteData = constant("Clear-Site-Data")

    /// A field name that the source spells out.
    package static func constant(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
