import Glibc

/// Text in which much is looked for: Swift's own search would block a thread of the other tests for half a minute.
struct SearchedText {
    private let text: String

    /// Joins the parts; a zero, which would end the text for C, is left out.
    init(_ parts: [String]) {
        text = String(decoding: parts.joined(separator: "\n").utf8.filter { $0 != 0 }, as: UTF8.self)
    }

    func contains(_ sought: String) -> Bool {
        text.withCString { strstr($0, sought) != nil }
    }
}
