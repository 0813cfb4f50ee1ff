import Glibc

/// Text in which much is looked for: Swift's own search would keep a thread from the other tests for half a minute.
struct SearchedText {
    /// The text as a C string.
    private let text: [CChar]

    init(_ parts: [String]) {
        text = parts.joined(separator: "\n").utf8.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    func contains(_ sought: String) -> Bool {
        text.withUnsafeBufferPointer { text in
            text.baseAddress.map { strstr($0, sought) != nil } ?? false
        }
    }
}
