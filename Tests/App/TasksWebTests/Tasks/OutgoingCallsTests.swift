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
                _ = try await OutgoingCalls(recorder, correlationID: nil).send(request)
            }
        }
        let fields = try #require(recorder.requests.first).head.headerFields
        #expect(fields[TraceParent.fieldName] == trace.text)
        #expect(fields[.clientRequestID] == "id-1" && fields[.correlationID] == "id-1" && fields[.accept] == "a/b")
    }

    @Test("A call that serves no request has the configured correlation identifier or a new one, and no trace")
    func unidentified() async throws {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok) }
        let request = TransportRequest(.get, try #require(HTTPURL("https://id.example/")))
        for configured in ["id-1", nil, nil] {
            _ = try await OutgoingCalls(recorder, correlationID: configured).send(request)
        }
        let fields = recorder.requests.map(\.head.headerFields)
        let identifiers = fields.compactMap { $0[.clientRequestID] }
        #expect(identifiers == fields.compactMap { $0[.correlationID] } && identifiers.first == "id-1")
        #expect(Set(identifiers).count == 3 && fields.allSatisfy { $0[TraceParent.fieldName] == nil })
    }
}
