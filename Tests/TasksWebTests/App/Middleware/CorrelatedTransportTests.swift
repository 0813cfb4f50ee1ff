import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct CorrelatedTransportTests {
    @Test("Each call carries the identifier of the request that it serves, under both names") func identified()
        async throws
    {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok) }
        let request = TransportRequest(
            .get, try #require(HTTPURL("https://id.example/")), headerFields: [.accept: "a/b"])
        try await Correlation.$identifier.withValue("id-1") {
            _ = try await CorrelatedTransport(recorder).send(request)
        }
        let fields = try #require(recorder.requests.first).head.headerFields
        #expect(fields[.clientRequestID] == "id-1" && fields[.correlationID] == "id-1" && fields[.accept] == "a/b")
    }

    @Test("A call that serves no request carries none") func unidentified() async throws {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok) }
        _ = try await CorrelatedTransport(recorder).send(
            TransportRequest(.get, try #require(HTTPURL("https://id.example/"))))
        #expect(recorder.requests.first?.head.headerFields[.clientRequestID] == nil)
    }
}
