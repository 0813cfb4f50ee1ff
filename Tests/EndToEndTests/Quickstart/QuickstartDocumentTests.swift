import Foundation
import Testing

/// The tutorial `docs/quickstart.md` against the files in `Examples/Quickstart`.
@Suite struct QuickstartDocumentTests {
    /// A piece of code in the tutorial: under which step, of which file, and its lines.
    private struct Block {
        let step: Int
        let file: String
        let lines: [Substring]
    }

    private let sources = QuickstartServices.sources

    @Test("Each piece of code in the tutorial is a part of the program after that step") func parts() throws {
        let blocks = try blocks().filter { $0.file != "Package.swift" }
        #expect(Set(blocks.map(\.step)) == [0, 1, 2, 3, 4, 5])
        for block in blocks {
            let file = try lines(of: block.file, after: block.step)
            let isPart = file.indices.contains { file[$0...].starts(with: block.lines) }
            #expect(isPart, "step \(block.step) shows what \(block.file) doesn't have: \(block.lines.first ?? "")")
        }
    }

    @Test("A reader who follows the tutorial has each line of each program", arguments: 1...5)
    func whole(step: Int) throws {
        let blocks = try blocks().filter { $0.step <= step }
        for file in Set(blocks.map(\.file)).subtracting(["Package.swift"]) {
            let shown = Set(blocks.filter { $0.file == file }.flatMap(\.lines))
            let missing = try lines(of: file, after: step).filter { !shown.contains($0) }
            #expect(missing == [], "\(file) after step \(step)")
        }
        let imports = try Set(blocks.map(\.file)).filter { $0 != "Package.swift" && $0.hasSuffix(".swift") }
            .flatMap { try lines(of: $0, after: step) }.filter { $0.hasPrefix("import ") }.map { $0.dropFirst(7) }
        let manifest = blocks.filter { $0.file == "Package.swift" }.flatMap(\.lines).joined()
        for name in Set(imports) where name != "Foundation" {
            #expect(manifest.contains(".product(name: \"\(name)\""), "the package of the tutorial lacks \(name)")
        }
    }

    @Test("No file of the example is missing from the tutorial") func files() throws {
        let shown = try Set(blocks().map(\.file)).subtracting(["Package.swift"])
        let names = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        #expect(shown == Set(names).subtracting(["Steps"]))
    }

    /// The lines of a file as the reader has it after a step.
    private func lines(of file: String, after step: Int) throws -> [Substring] {
        let isEarlier = file == "Quickstart.swift" && step < 5
        let name = isEarlier ? "Steps/Step\(step).swift" : file
        return try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            .replacing("struct \(isEarlier ? "Step\(step)" : "Quickstart") {", with: "@main\nstruct Quickstart {")
            .split(separator: "\n")
    }

    private func blocks() throws -> [Block] {
        var blocks: [Block] = []
        var (step, file) = (0, "")
        var code: [Substring]?
        for line in try QuickstartServices.tutorial.split(separator: "\n") {
            if let lines = code {
                code = line == "```" ? nil : lines + [line]
                if code == nil { blocks.append(Block(step: step, file: file, lines: lines)) }
            } else if line == "```swift" || line == "```xml" {
                code = []
            } else if line.hasPrefix("## Step "), let number = line.dropFirst(8).first?.wholeNumberValue {
                step = number
            } else if line.hasPrefix("**"), line.hasSuffix(".swift**") || line.hasSuffix(".plist**") {
                file = String(line.dropFirst(2).dropLast(2))
            }
        }
        return blocks
    }
}
