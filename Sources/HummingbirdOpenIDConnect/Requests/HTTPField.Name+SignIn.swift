package import HTTPTypes

/// Fields that HTTPTypes has no names for: those of Fetch Metadata Request Headers, and Clear Site Data.
extension HTTPField.Name {
    /// Whether the request is a navigation.
    package static let secFetchMode = constant("Sec-Fetch-Mode")
    /// From what kind of site the request comes.
    package static let secFetchSite = constant("Sec-Fetch-Site")

    /// What the browser is to forget.
    static let clearSiteData = constant("Clear-Site-Data")

    private static func constant(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
