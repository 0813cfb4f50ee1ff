import CPostgres
import Foundation
import StorageTestSupport
import SystemSupport
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite struct CancelRequestTests {
    @Test("A cancel request that can't connect does no harm")
    func unreachable() async throws {
        let (server, folder) = (try await TestPostgreSQL.shared, try TemporaryFolder())
        let (url, link) = try server.linkedURL(try await server.makeDatabase(), in: folder.path)
        let connection = try #require(OpenedConnection([("dbname", url)]).take())
        defer { PQfinish(connection) }
        try FileManager.default.removeItem(atPath: link)
        let thread = try #require(CancelRequest.send(on: connection))
        await thread.ended()
    }
}
