import FoundationEssentials
import Logging
import OpenIDConnect
import TaskStorage

/// Whether the database that the settings name can be used; nothing is made or changed in it.
struct DatabaseCheck {
    let configuration: Configuration
    var scope = CheckScope.everything

    /// Opens the file, or connects to the server, once.
    func findings() async -> [Finding] {
        switch configuration.database {
        case .sqlite(let path): return file(path)
        case .postgreSQL where scope == .settingsOnly: return []
        case .postgreSQL(let url):
            do {
                let logger = Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
                let found = try await PostgreSQLInspection(url, prefixes: prefixes, logger: logger)
                return [server(found)] + warnings(unmatchedTasks: found.unmatchedTasks)
            } catch {
                return [.fault(\.database, "the server can't be used: \(error)")]
            }
        }
    }

    private func file(_ path: String) -> [Finding] {
        // SQLite writes its -wal and -shm files there, too.
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        if let obstacle = FolderTrial.obstacle(toWritingIn: folder) {
            let words = "the file \(path) can't be created and written, because of \(obstacle); name another"
            return [.fault(\.database, words)]
        }
        do {
            guard let found = try SQLiteInspection(path: path, prefixes: prefixes) else {
                return [.good(\.database, "\(path) is not there yet; serve makes it")]
            }
            return [.good(\.database, "\(path) can be used")] + warnings(unmatchedTasks: found.unmatchedTasks)
        } catch {
            return [.fault(\.database, "\(error)")]
        }
    }

    private func server(_ found: PostgreSQLInspection) -> Finding {
        let problem: String? =
            if found.isReadOnly {
                "nothing can be changed in it; name the server that takes writes"
            } else if let fault = found.poolingFault {
                """
                a transaction next to another one fails (\(fault)); let the pooler pool sessions, or transactions with \
                prepared statements (PgBouncer's max_prepared_statements)
                """
            } else if !found.missingPrivileges.isEmpty {
                "this user may not use its tables; grant \(found.missingPrivileges.joined(separator: ", "))"
            } else if found.lacksTables, !found.mayMakeTables {
                "this user may not make tables; grant CREATE on the schema"
            } else {
                nil
            }
        if let problem { return .fault(\.database, "\(found.server) is there, but \(problem)") }
        return .good(
            \.database,
            found.lacksTables
                ? "\(found.server) is there; serve makes its tables" : "\(found.server) is there, with its tables")
    }

    /// A warning of tasks that no user of the authority can see.
    ///
    /// Such tasks belong to users of another authority, or an earlier version has stored them for owners that can't be
    /// assigned.
    private func warnings(unmatchedTasks count: Int?) -> [Finding] {
        guard let count else {
            return [.warning(\.database, "the tasks that match no user of this authority can't be counted")]
        }
        guard count > 0 else { return [] }
        let found = "\(count) tasks match no user of this authority and are shown to nobody"
        return [.warning(\.database, "\(found); operations.md says what to do, under After an upgrade")]
    }

    /// How the keys of the users start; empty, so that no tasks are counted, if another API stores the tasks.
    private var prefixes: [String] {
        // An authority that can't be used has a separate finding.
        guard configuration.usesEmbeddedTasksAPI,
            let rules = try? configuration.authorities.map({ try configuration.users($0) })
        else { return [] }
        return rules.flatMap(\.prefixes)
    }
}
