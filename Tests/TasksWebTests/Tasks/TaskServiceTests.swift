import HTTPTransport
import HTTPTypes
import TaskCore
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct TaskServiceTests {
    private func service(_ answer: @escaping RecordingTransport.Handler) throws -> TaskService {
        TaskService(
            requests: TasksAPIRequest(base: try #require(HTTPURL("https://api.example/tasks")), timeout: .seconds(1)),
            client: TasksAPIClient(transport: RecordingTransport(answer)), tokens: try TestSite().tokens())
    }

    @Test("404 for one task is that task's; at the base URL the API is not where it should be") func notFound()
        async throws
    {
        let service = try service { _ in TransportResponse(status: .notFound) }
        let slot = SessionSlot(.sample())
        await expectPageError(.noSuchTask) { try await service.change("1", text: nil, completed: true, for: slot) }
        await expectPageError(.noSuchTask) { try await service.delete("1", for: slot) }
        await expectPageError(.noSuchTask) { try await service.delete(named: "a", for: slot) }
        await expectPageError(.unavailable(.api)) { try await service.list(filter: .all, after: nil, for: slot) }
        await expectPageError(.unavailable(.api)) { try await service.add(TaskText("a"), for: slot) }
        await expectPageError(.unavailable(.api)) { try await service.changeAll(completed: true, for: slot) }
        await expectPageError(.unavailable(.api)) { try await service.deleteCompleted(for: slot) }
    }

    @Test("A refused token is refreshed on the way, and the call made once more") func refreshed() async throws {
        let service = try service { request in
            TransportResponse(
                status: request.head.headerFields[.authorization] == "Bearer access-1" ? .ok : .unauthorized,
                body: Array("[]".utf8))
        }
        let slot = SessionSlot(.sample())
        #expect(try await service.list(filter: .all, after: nil, for: slot).items.isEmpty)
        #expect(slot.session?.accessToken == "access-1")
    }
}
