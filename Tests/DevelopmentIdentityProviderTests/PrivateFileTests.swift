import Foundation
import Testing

@testable import DevelopmentIdentityProvider

@Suite struct PrivateFileTests {
    @Test("Who sees the file while it is made sees all of it")
    func wholeFromTheStart() async throws {
        let directory = try TestDirectory.empty()
        defer { directory.remove() }
        let contents = String(repeating: "key ", count: 400)
        for number in 0..<200 {
            let file = try PrivateFile("\(number)", in: directory.path)
            async let seen = Task.detached {
                var seen = try file.read()
                while seen == nil { seen = try file.read() }
                return seen
            }.value
            #expect(try file.create(contents))
            #expect(try await seen == contents)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 200)
    }

    @Test("A file that is there stays as it is")
    func existing() throws {
        let directory = try TestDirectory.empty()
        defer { directory.remove() }
        let file = try PrivateFile("file", in: directory.path)
        #expect(try file.create("first"))
        #expect(try !file.create("second"))
        #expect(try file.read() == "first")
    }
}
