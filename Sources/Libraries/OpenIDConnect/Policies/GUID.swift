import Encodings

/// Microsoft's identifiers of tenants and users, which are the same in capitals and in lower case.
package enum GUID {
    private static let pattern = "00000000-0000-0000-0000-000000000000"

    /// Whether a text is a GUID, as `6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154`.
    package static func isGUID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 36
            && zip(text.utf8, pattern.utf8).allSatisfy { byte, place in
                place == UInt8(ascii: "-") ? byte == place : Hexadecimal.value(byte) != nil
            }
    }

    /// The text, in lower case if it is a GUID.
    static func lowercased(_ text: String) -> String {
        // Most have no capitals, and needn't be copied.
        let hasCapitals = text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
        return hasCapitals && isGUID(text) ? text.lowercased() : text
    }
}
