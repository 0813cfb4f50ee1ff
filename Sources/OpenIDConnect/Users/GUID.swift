/// Microsoft's identifiers of tenants and users, which are the same in capitals and in lower case.
enum GUID {
    private static let groups = [8, 4, 4, 4, 12]

    /// Whether a text is a GUID, as `6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154`.
    static func isGUID(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == groups && parts.joined().allSatisfy(isHexadecimal)
    }

    /// The text, in lower case if it is a GUID.
    static func lowercased(_ text: String) -> String { isGUID(text) ? text.lowercased() : text }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
