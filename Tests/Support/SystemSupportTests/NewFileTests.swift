import Foundation
import SystemSupport
import TestSupport
import Testing

@Suite struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A reader that sees a new file sees all of it")
    func wholeFromTheStart() async throws {
        let contents = String(repeating: "key ", count: 400)
        for number in 0..<200 {
            let file = folder.url.appending(path: "\(number)")
            async let seen = Self.firstContents(of: file)
            #expect(try NewFile.create(at: file.path, contents: contents))
            #expect(await seen == contents)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 200)
    }

    /// The contents of a file as soon as it exists; `nil` if the test ends before.
    @concurrent private static func firstContents(of file: URL) async -> String? {
        while !Task.isCancelled {
            if let seen = FileManager.default.contents(atPath: file.path) {
                return String(decoding: seen, as: UTF8.self)
            }
        }
        return nil
    }

    @Test("An existing file stays as it is; if none can be created, that is an error")
    func refusals() throws {
        let file = folder.file("file")
        #expect(try NewFile.create(at: file, contents: "first"))
        #expect(try !NewFile.create(at: file, contents: "second"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "first")
        #expect(throws: NewFile.WriteError.self) { try NewFile.create(at: "\(file)/file", contents: "") }
    }

    @Test("The trial of writing leaves nothing behind, and is an error if no file can be written")
    func trial() throws {
        try NewFile.tryWriting(in: folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        for place in ["\(folder.path)/missing", "/proc", "/dev/null"] {
            #expect(throws: NewFile.WriteError.self, "\(place)") { try NewFile.tryWriting(in: place) }
        }
    }
}
