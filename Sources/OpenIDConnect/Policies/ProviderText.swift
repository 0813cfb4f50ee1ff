/// Makes what an authority wrote fit for a log: bounded, one line, and without anything that could be a token, a code or a secret.
enum ProviderText {
    static let longest = 240

    static func sanitized(_ text: String) -> String {
        let printable = text.unicodeScalars.prefix(4 * longest).map { (0x20...0x7E).contains($0.value) ? Character($0) : " " }
        let words = String(printable).split(separator: " ").map { looksSecret($0) ? "…" : String($0) }
        return String(words.joined(separator: " ").prefix(longest))
    }

    /// Codes and tokens are long runs of letters and digits; words and URLs of a message have other marks sooner, or no digit.
    private static func looksSecret(_ word: Substring) -> Bool {
        word.split { ":/,;'\"?&()".contains($0) }.contains { run in run.utf8.count >= 20 && run.contains(where: \.isNumber) }
    }
}
