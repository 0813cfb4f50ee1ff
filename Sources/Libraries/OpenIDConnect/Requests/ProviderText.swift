/// Makes an authority's text fit for a log: bounded, one line, and without possible tokens, codes and secrets.
enum ProviderText {
    static let longest = 240

    static func sanitized(_ text: String) -> String { printable(text) { looksSecret($0) || isAddress($0) } }

    /// A value that can't be a secret, such as an issuer or the name of a key.
    static func printable(_ value: String) -> String { printable(value, masking: isAddress) }

    private static func printable(_ text: String, masking isMasked: (Substring) -> Bool) -> String {
        let printable = text.unicodeScalars.prefix(4 * longest).map {
            (0x20...0x7E).contains($0.value) || $0 == "…" ? Character($0) : " "
        }
        let words = String(printable).split(separator: " ").map { isMasked($0) ? "…" : String($0) }
        return String(words.joined(separator: " ").prefix(longest))
    }

    /// Codes and tokens are long runs of letters and digits; words and URLs of a message have other marks sooner, or no
    /// digit.
    private static func looksSecret(_ word: Substring) -> Bool {
        word.split { ":/,;'\"?&()=<>{}[]|".contains($0) }.contains { run in
            let text = run.last == "." ? run.dropLast() : run
            // A GUID may be a tenant's host, too.
            let label = text.prefix { $0 != "." }
            let rest = GUID.isGUID(label) ? text.dropFirst(label.count) : text
            return rest.utf8.count >= 20 && rest.contains(where: \.isNumber)
        }
    }

    /// Microsoft names the user in some errors, by an email address or a user principal name.
    private static func isAddress(_ word: Substring) -> Bool { word.dropFirst().dropLast().contains("@") }

    /// The first number of so many digits that follows a prefix, as 50076 in `Sorry. AADSTS50076: …`.
    static func number(after prefix: String, in text: String, digits: ClosedRange<Int>) -> Int? {
        text.ranges(of: prefix).lazy.compactMap { range in
            let number = text[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
            return digits.contains(number.count) ? Int(number) : nil
        }.first
    }
}
