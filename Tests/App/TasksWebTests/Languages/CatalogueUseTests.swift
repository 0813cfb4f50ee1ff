import Foundation
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct CatalogueUseTests {
    /// The front end's code and templates, without the catalogues.
    private static func sources() throws -> [String] {
        let folders = ["Sources/App/TasksWeb", "Templates/TasksWeb"].map { Checkout[$0] }
        let files = folders.flatMap {
            FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        }
        let read = files.filter {
            ["swift", "html"].contains($0.pathExtension) && !$0.lastPathComponent.hasPrefix("Catalogue")
        }
        return try read.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test("Every text is used on some page") func used() async throws {
        var names: Set<String> = []
        for source in try Self.sources() {
            names.formUnion(source.matches(of: #/words\.([a-zA-Z]+\.[a-zA-Z0-9]+)/#).map { String($0.1) })
            await Task.yield()
        }
        #expect(names.count > 100, "the sources are found")
        // `errors.forged.heading` is used if `errors.forged` is.
        let keys = Set(
            CatalogueText.all(.english).map { $0.key.split(separator: ".").prefix(2).joined(separator: ".") })
        #expect(keys.subtracting(names) == [])
        #expect(names.subtracting(keys).allSatisfy { $0.hasPrefix("language.") })
    }

    @Test("No template has a text of its own") func templates() throws {
        let folder = Checkout["Templates/TasksWeb"]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let source = try String(contentsOf: file, encoding: .utf8)
            let texts = source.replacing(#/\{\{.*?\}\}/#, with: "").replacing(#/<[^>]*>/#, with: "\n").split(
                whereSeparator: \.isNewline)
            for text in texts.map({ $0.trimmingCharacters(in: .whitespaces) }) where text.contains(where: \.isLetter) {
                #expect(
                    ["Latchkey", "· Latchkey", "&nbsp;·", "n", "Enter", "Esc"].contains(text),
                    "\(file.lastPathComponent): \(text)")
            }
        }
    }
}
