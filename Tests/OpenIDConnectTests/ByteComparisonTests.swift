import Testing

@testable import OpenIDConnect

@Suite struct ByteComparisonTests {
    @Test(
        "Strings are equal only byte for byte",
        arguments: [
            ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("", "a", false), ("\u{E9}", "e\u{301}", false),
        ])
    func compare(_ one: String, _ other: String, _ equal: Bool) {
        #expect(ByteComparison.areEqual(one, other) == equal)
    }
}
