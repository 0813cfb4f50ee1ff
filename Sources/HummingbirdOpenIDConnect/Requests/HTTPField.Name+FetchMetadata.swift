package import HTTPTypes

/// The fields of Fetch Metadata Request Headers that HTTPTypes has no names for.
extension HTTPField.Name {
    /// Whether the request is a navigation.
    package static let secFetchMode = constant("Sec-Fetch-Mode")
    /// From what kind of site the request comes.
    package static let secFetchSite = constant("Sec-Fetch-Site")

    private static func constant(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
