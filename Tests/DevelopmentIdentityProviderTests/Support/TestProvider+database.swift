import GRDB

extension TestProvider {
    /// How many sessions the database holds.
    func sessionCount() async throws -> Int {
        try await DatabaseQueue(path: "\(directory.path)/identity-provider.sqlite").read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM session") ?? 0
        }
    }
}
