import Foundation
import TestSupport
import Testing

@Suite struct DocumentedChecksTests {
    /// Each with how many tests it names at least, so that a changed notation doesn't go unnoticed.
    private static let documents = [("docs/threat-model.md", 100), ("docs/libraries.md", 30)]

    @Test("Every test that the threat model, or the table of what the libraries check, names is there")
    func namedTests() async throws {
        var named: Set<String> = []
        for (path, count) in Self.documents {
            let document = try String(contentsOf: Checkout[path], encoding: .utf8)
            let found = document.matches(of: /`(test_[a-z_]+|[A-Z][A-Za-z0-9]+Tests)`/).map { String($0.1) }
            #expect(Set(found).count > count, "\(path)")
            named.formUnion(found)
        }
        let files = FileManager.default.enumerator(
            at: Checkout["Tests"], includingPropertiesForKeys: nil)
        let sources = (files?.allObjects as? [URL] ?? []).filter { ["swift", "py"].contains($0.pathExtension) }
        var known: Set<String> = []
        for file in sources {
            let text = try String(contentsOf: file, encoding: .utf8)
            known.formUnion(
                text.matches(of: /(?:struct|class) ([A-Z]\w+Tests)|def (test_\w+)/).map { String($0.1 ?? $0.2 ?? "") })
            // Reading them all takes long, and would leave the other tests a thread less.
            await Task.yield()
        }
        #expect(named.subtracting(known).sorted() == [])
    }
}
