import Testing

@testable import WebSupport

@Suite struct TraceParentTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c", parent = "b7ad6b7169203331"

    @Test("A new trace parent is of version 00, not sampled, and never the same twice") func new() {
        let all = (0..<100).map { _ in TraceParent() }
        for one in all { #expect(one.text.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-00/) != nil) }
        #expect(Set(all.map(\.traceID)).count == all.count)
    }

    @Test(
        "A received trace parent keeps its trace, its parent and whether it is sampled, and nothing else",
        arguments: [
            ("00-\(trace)-\(parent)-01", true), ("00-\(trace)-\(parent)-00", false),
            // Flags that version 00 doesn't know are not passed on.
            ("00-\(trace)-\(parent)-fe", false), ("00-\(trace)-\(parent)-ff", true),
            // Later versions are read as far as 00 goes.
            ("01-\(trace)-\(parent)-01", true), ("cc-\(trace)-\(parent)-01-what-comes-later", true),
        ])
    func continued(field: String, isSampled: Bool) throws {
        let found = try #require(TraceParent(continuing: field))
        #expect(found.traceID == Self.trace)
        #expect(found.text == "00-\(Self.trace)-\(Self.parent)-\(isSampled ? "01" : "00")")
    }

    @Test(
        "An invalid trace parent is ignored",
        arguments: [
            "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-0", "00-\(trace)-\(parent)-0g",
            "00-\(trace)-\(parent)-001", "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-00",
            "00-\(trace.uppercased())-\(parent)-01", "00-\(trace)-\(parent.uppercased())-01",
            "ff-\(trace)-\(parent)-01", "0g-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01.later",
            "00-\(String(repeating: "0", count: 32))-\(parent)-01",
            "00-\(trace)-\(String(repeating: "0", count: 16))-01",
            "00_\(trace)_\(parent)_01", "00-\(trace)\(parent)-01-----------------", " 00-\(trace)-\(parent)-01",
            "00-\(trace)-\(parent)-01, 00-\(trace)-\(parent)-01", "00-\(trace.dropLast())é-\(parent)-01",
            "cc-\(trace)-\(parent)-01,cc-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-0\u{301}1",
        ])
    func invalid(field: String) {
        #expect(TraceParent(continuing: field) == nil)
    }
}
