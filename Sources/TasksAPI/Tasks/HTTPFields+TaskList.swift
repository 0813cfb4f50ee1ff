import HTTPTypes

/// The fields that go with a list of tasks.
extension HTTPFields {
    /// How many tasks the caller has.
    static let totalCount = HTTPField.Name("Total-Count")
    /// How many of them are completed.
    static let completedCount = HTTPField.Name("Completed-Count")
    /// Where the list goes on (RFC 8288).
    static let link = HTTPField.Name("Link")

    mutating func set(_ name: HTTPField.Name?, to value: String) {
        if let name { self[name] = value }
    }
}
