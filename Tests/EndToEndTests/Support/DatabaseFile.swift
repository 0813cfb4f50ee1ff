import Foundation

/// Runs a body with the path of a database in a folder of its own, which is gone afterwards.
func withDatabaseFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appendingPathComponent("latchkey.sqlite").path)
}
