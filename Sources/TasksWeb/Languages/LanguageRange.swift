/// One element of an `Accept-Language` field (RFC 9110, section 12.5.4).
struct LanguageRange: Sendable, Equatable {
    /// The most elements of a field that are looked at.
    static let limit = 50

    /// The language that it begins with, in lower case; `*` is any.
    let primary: Substring
    /// Whether it names the language alone, without a region or script.
    let isWhole: Bool
    /// From 0, which refuses, to 1000.
    let quality: Int

    /// The elements of a field in their order; those that are none are left out.
    static func list(_ field: String) -> [LanguageRange] {
        field.utf8.split(separator: UInt8(ascii: ","), maxSplits: limit).prefix(limit).compactMap {
            LanguageRange(Substring($0))
        }
    }

    private init?(_ element: Substring) {
        let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        let subtags = parts[0].lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard let first = subtags.first, parts.count <= 2,
            let quality = parts.count == 1 ? 1000 : Self.quality(parts[1]),
            subtags == ["*"] || subtags.allSatisfy(Self.isSubtag)
        else { return nil }
        primary = first
        isWhole = subtags.count == 1
        self.quality = quality
    }

    /// A weight in thousandths (RFC 9110, section 12.4.2).
    private static func quality(_ weight: Substring) -> Int? {
        guard weight.lowercased().hasPrefix("q=") else { return nil }
        let digits = Array(weight.utf8.dropFirst(2))
        guard let whole = digits.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1"), digits.count <= 5,
            digits.count == 1 || digits[1] == UInt8(ascii: "."),
            digits.dropFirst(2).allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let thousandths = digits.dropFirst(2).reduce((0, 100)) { ($0.0 + Int($1 - 0x30) * $0.1, $0.1 / 10) }.0
        let quality = Int(whole - 0x30) * 1000 + thousandths
        return quality <= 1000 ? quality : nil
    }

    private static func isSubtag(_ text: Substring) -> Bool {
        (1...8).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = text.utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return Substring(start[...end])
    }
}
