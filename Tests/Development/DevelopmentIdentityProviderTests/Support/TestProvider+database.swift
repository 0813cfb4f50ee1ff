import GRDB
import TestSupport

extension TestProvider {
    /// The number of sessions in the database.
    func sessionCount() async throws -> Int {
        try await DatabaseQueue(path: "\(folder.path)/identity-provider.sqlite").read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM session") ?? 0
        }
    }
}
