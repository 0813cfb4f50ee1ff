import Dispatch
import Foundation
import StorageTestSupport
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite struct CancelRequestTests {
    @Test("A statement times out, and the process goes on, if the server can't be reached to cancel it")
    func unreachable() async throws {
        let (server, folder) = (try await TestPostgreSQL.shared, try TemporaryFolder())
        let (url, link) = try server.linkedURL(try await server.makeDatabase(), in: folder.path)
        let connection = try PostgreSQLConnection(try #require(try PostgreSQLURL(url)))
        try FileManager.default.removeItem(atPath: link)
        let error = #expect(throws: PostgreSQLStorageError.self) {
            // The server has no limit, and the connection waits a second longer than that.
            try connection.allowing(.zero) { () throws(PostgreSQLStorageError) in
                try connection.run("SELECT pg_sleep(3)")
            }
        }
        #expect(error?.kind == .timedOut)
        // The request is sent by then, and has failed.
        await withCheckedContinuation { done in CancelRequest.queue.async(flags: .barrier) { done.resume() } }
    }
}
