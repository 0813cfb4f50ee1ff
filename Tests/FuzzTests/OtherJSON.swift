import Foundation

/// JSON as others read it.
enum OtherJSON {
    /// Whether Foundation reads it.
    ///
    /// A number out of its range is JSON nevertheless (RFC 8259, section 6), so numbers that are well written count
    /// as 0.
    static func isRead(_ bytes: [UInt8]) -> Bool {
        if isReadByFoundation(bytes) { return true }
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        let number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
        let bounded = text.replacing(/"(?:[^"\\]|\\.)*"|[-+.0-9eE]+/) {
            $0.output.wholeMatch(of: number) == nil ? $0.output : "0"
        }
        return isReadByFoundation(Array(bounded.utf8))
    }

    private static func isReadByFoundation(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }
}
