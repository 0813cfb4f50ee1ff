import Logging
import TaskStorage

/// Whether the database server that the settings name can be used; nothing is made or changed there.
struct DatabaseServerCheck {
    let configuration: Configuration

    func findings() async -> [Finding] {
        guard case .postgreSQL(let url) = configuration.database else { return [] }
        do {
            let found = try await PostgreSQLInspection(
                url, logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() })
            guard !found.isReadOnly else {
                return [
                    .fault(
                        \.database,
                        "\(found.server) is there, but nothing can be changed in it; name the server that takes writes")
                ]
            }
            guard found.missingPrivileges.isEmpty else {
                let missing = found.missingPrivileges.joined(separator: ", ")
                return [
                    .fault(
                        \.database, "\(found.server) is there, but this user may not use its tables; grant \(missing)")
                ]
            }
            guard found.lacksTables else { return [.good(\.database, "\(found.server) is there, with its tables")] }
            guard found.mayMakeTables else {
                return [
                    .fault(
                        \.database,
                        "\(found.server) is there, but this user may not make tables; grant CREATE on the schema")
                ]
            }
            return [.good(\.database, "\(found.server) is there; serve makes its tables")]
        } catch {
            return [.fault(\.database, "the server can't be used: \(error)")]
        }
    }
}
