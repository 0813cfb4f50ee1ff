import Foundation
import SealedCookies
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct DataDirectoryTests {
    @Test("The draft of another container's process with the same number is neither written to nor removed")
    func foreignDraft() throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(path: folder.file("data"))
        let draft = "\(DataDirectory.keyFile(in: directory.path)).\(ProcessInfo.processInfo.processIdentifier)"
        try Data("another's".utf8).write(to: URL(fileURLWithPath: draft))
        _ = try directory.sessionKeys()
        #expect(FileManager.default.contents(atPath: draft) == Data("another's".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2)
    }

    @Test("Processes that start at once in one folder have the same keys, and leave no draft")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(path: folder.file("data"))
        let sealed = try await withThrowingTaskGroup(of: SealingKeys.self) { group in
            for _ in 0..<20 { group.addTask { try directory.sessionKeys() } }
            return try await group.reduce(into: []) {
                $0.append(try SealedCookieCodec(keys: $1).seal([1], purpose: "test", expires: 60))
            }
        }
        let codec = SealedCookieCodec(keys: try directory.existingSessionKeys())
        #expect(sealed.allSatisfy { codec.open($0, purpose: "test", now: 0) == [1] })
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["session-keys"])
    }
}
