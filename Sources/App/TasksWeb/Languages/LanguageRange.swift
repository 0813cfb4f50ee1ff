import Encodings
import WebSupport

/// One element of an `Accept-Language` field (RFC 9110, section 12.5.4).
struct LanguageRange: Sendable, Equatable {
    /// Maximum number of a field's elements that are read.
    static let limit = 50

    /// The language that it starts with, in lower case; `*` is any.
    let primary: Substring
    /// Whether it names the language alone, without a region or script.
    let isWhole: Bool
    /// From 0, which refuses, to 1000.
    let quality: Int

    /// The elements of a field in their order; those that are none are left out.
    static func list(_ field: String) -> [LanguageRange] {
        WeightedElement.list(field, limit: limit).compactMap(LanguageRange.init)
    }

    private init?(_ element: WeightedElement) {
        let subtags = element.value.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard let first = subtags.first, subtags == ["*"] || subtags.allSatisfy(Self.isSubtag) else { return nil }
        primary = first
        isWhole = subtags.count == 1
        quality = element.quality
    }

    private static func isSubtag(_ text: Substring) -> Bool {
        (1...8).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    }
}
