import Foundation
import TestSupport
import Testing

@Suite struct ThreatModelTests {
    @Test("Every test that the threat model names is there") func namedTests() async throws {
        let document = try String(contentsOf: Checkout["docs/threat-model.md"], encoding: .utf8)
        let named = Set(document.matches(of: /`(test_[a-z_]+|[A-Z][A-Za-z0-9]+Tests)`/).map { String($0.1) })
        #expect(named.count > 40)
        let files = FileManager.default.enumerator(
            at: Checkout["Tests"], includingPropertiesForKeys: nil)
        let sources = (files?.allObjects as? [URL] ?? []).filter { ["swift", "py"].contains($0.pathExtension) }
        var known: Set<String> = []
        for file in sources {
            let text = try String(contentsOf: file, encoding: .utf8)
            known.formUnion(
                text.matches(of: /(?:struct ([A-Z]\w+Tests)|def (test_\w+))/).map { String($0.1 ?? $0.2 ?? "") })
            // Reading them all takes long, and would leave the other tests a thread less.
            await Task.yield()
        }
        #expect(named.subtracting(known).sorted() == [])
    }
}
