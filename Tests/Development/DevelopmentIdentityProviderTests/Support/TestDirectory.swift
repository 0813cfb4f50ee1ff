import Foundation

/// The data directory of one test.
///
/// Each starts as a copy of one that is made once, because keys and password hashes take time.
struct TestDirectory: Sendable {
    let path: String

    private static let template = Task {
        let directory = try TestDirectory.empty()
        _ = try await TestProvider.make(in: directory, TestClock())
        return directory
    }

    static func empty() throws -> TestDirectory {
        let path = NSTemporaryDirectory() + "/identity-provider-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return TestDirectory(path: path)
    }

    static func make() async throws -> TestDirectory {
        let directory = try empty()
        let template = try await template.value
        for name in try FileManager.default.contentsOfDirectory(atPath: template.path) {
            try FileManager.default.copyItem(atPath: "\(template.path)/\(name)", toPath: "\(directory.path)/\(name)")
        }
        return directory
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
