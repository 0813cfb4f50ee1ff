import Encodings
import HTTPTransport

/// One element of a list with weights, as `Accept-Language` and `Accept-Encoding` are (RFC 9110, section 12.4.2).
package struct WeightedElement: Sendable {
    /// The value, as it is in the field.
    package let value: Substring
    /// From 0, which refuses, to 1000.
    package let quality: Int

    /// The elements of a field in their order, without invalid ones.
    ///
    /// - Parameter limit: Maximum number of elements that are read.
    package static func list(_ field: String, limit: Int) -> [WeightedElement] {
        field.utf8.split(separator: UInt8(ascii: ","), maxSplits: limit).prefix(limit).compactMap {
            WeightedElement(Substring($0))
        }
    }

    private init?(_ element: Substring) {
        let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(\.withoutOuterSpaces)
        guard parts.count <= 2, let quality = parts.count == 1 ? 1000 : Self.quality(parts[1]) else { return nil }
        value = parts[0]
        self.quality = quality
    }

    /// A weight in thousandths.
    private static func quality(_ weight: Substring) -> Int? {
        guard weight.lowercased().hasPrefix("q=") else { return nil }
        let digits = Array(weight.utf8.dropFirst(2))
        guard let whole = digits.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1"), digits.count <= 5,
            digits.count == 1 || digits[1] == UInt8(ascii: "."),
            digits.dropFirst(2).allSatisfy(\.isDigit)
        else { return nil }
        let thousandths = digits.dropFirst(2).reduce((0, 100)) { ($0.0 + Int($1 - 0x30) * $0.1, $0.1 / 10) }.0
        let quality = Int(whole - 0x30) * 1000 + thousandths
        return quality <= 1000 ? quality : nil
    }
}
