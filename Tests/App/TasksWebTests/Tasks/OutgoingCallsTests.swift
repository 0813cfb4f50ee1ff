import HTTPTransport
import HTTPTypes
import TestSupport
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct OutgoingCallsTests {
    @Test("Each call has the correlation identifier of its request under both names, and its trace")
    func identified()
        async throws
    {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok) }
        let request = TransportRequest(
            .get, try #require(HTTPURL("https://id.example/")), headerFields: [.accept: "a/b"])
        let trace = TraceParent()
        try await Correlation.$current.withValue(Correlation(identifier: "id-1")) {
            try await TraceParent.$current.withValue(trace) {
                _ = try await OutgoingCalls(recorder).send(request)
            }
        }
        let fields = try #require(recorder.requests.first).head.headerFields
        #expect(fields[TraceParent.fieldName] == trace.text)
        #expect(fields[.clientRequestID] == "id-1" && fields[.correlationID] == "id-1" && fields[.accept] == "a/b")
    }

    @Test("A call that serves no request has no correlation identifier and no trace") func unidentified() async throws {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok) }
        _ = try await OutgoingCalls(recorder).send(
            TransportRequest(.get, try #require(HTTPURL("https://id.example/"))))
        let fields = try #require(recorder.requests.first).head.headerFields
        #expect(fields[.clientRequestID] == nil && fields[TraceParent.fieldName] == nil)
    }
}
