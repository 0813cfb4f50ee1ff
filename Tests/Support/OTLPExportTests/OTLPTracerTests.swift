import PrometheusExport
import TestSupport
import Testing
import Tracing
import WebSupport

@testable import OTLPExport

@Suite struct OTLPTracerTests {
    /// A time that a test chooses.
    private struct Instant: TracerInstant {
        let nanosecondsSinceEpoch: UInt64

        static func < (one: Instant, other: Instant) -> Bool {
            one.nanosecondsSinceEpoch < other.nanosecondsSinceEpoch
        }
    }

    /// Fields of a request.
    private struct Fields: Injector, Extractor {
        func inject(_ value: String, forKey key: String, into fields: inout [String: String]) { fields[key] = value }
        func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
    }

    private static let received = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    private let queue = SpanQueue()

    private func tracer(ratio: Double = 1) -> OTLPTracer { OTLPTracer(queue: queue, sampler: Sampler(ratio: ratio)) }

    private func text(_ spans: [RecordedSpan]) -> String {
        String(decoding: ExportRequest(resource: [], scope: ("a", "1")).body(spans), as: UTF8.self)
    }

    @Test("A span without a parent starts a trace, in which its children are") func family() throws {
        let tracer = tracer()
        tracer.withSpan("page", ofKind: .server) { _ in
            tracer.withSpan("call", ofKind: .client) { _ in }
        }
        tracer.withSpan("other") { _ in }
        let spans = queue.take()
        #expect(spans.map(\.name) == ["call", "page", "other"])
        let (call, page, other) = (spans[0], spans[1], spans[2])
        #expect(page.parent == nil && call.parent == page.trace.parent)
        #expect(call.trace.traceID == page.trace.traceID && call.trace.parent != page.trace.parent)
        #expect(other.trace.traceID != page.trace.traceID)
        #expect(spans.map(\.kind) == [.client, .server, .internal])
        #expect(spans.allSatisfy { $0.start <= $0.end && $0.trace.isSampled })
    }

    @Test("A trace is continued from traceparent, and passed on with the span as the parent") func propagation() {
        let tracer = tracer()
        var context = InstrumentationContext.topLevel
        tracer.extract(["traceparent": Self.received], into: &context, using: Fields())
        let span = tracer.startSpan("page", context: context)
        var fields: [String: String] = [:]
        tracer.inject(span.context, into: &fields, using: Fields())
        span.end()
        let recorded = queue.take().first
        #expect(recorded?.trace.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(recorded?.parent == 0xb7ad_6b71_6920_3331)
        #expect(fields == ["traceparent": recorded?.trace.text ?? ""])
        #expect(recorded?.trace.text.hasSuffix("-01") == true)
    }

    @Test("An invalid traceparent starts no context, and without a context none is passed on") func invalid() {
        let tracer = tracer()
        var context = InstrumentationContext.topLevel
        tracer.extract(["traceparent": "00-\(Self.received)"], into: &context, using: Fields())
        #expect(context.traceParent == nil)
        var fields: [String: String] = [:]
        tracer.inject(context, into: &fields, using: Fields())
        #expect(fields.isEmpty)
    }

    @Test("A span that isn't sampled is never sent, but its trace goes on with the flag 00") func unsampled() {
        let tracer = tracer(ratio: 0)
        tracer.withSpan("page") { span in
            #expect(!span.isRecording)
            span.attributes["http.route"] = "/"
            #expect(span.attributes.isEmpty)
            tracer.withSpan("call") { call in
                #expect(call.context.traceParent?.text.hasSuffix("-00") == true)
                #expect(call.context.traceParent?.traceID == span.context.traceParent?.traceID)
            }
        }
        #expect(queue.take().isEmpty)
    }

    @Test("Of attributes only those of the list are sent, and no event, link, message or text of an error")
    func silence() throws {
        struct Failure: Error { let text = "secret-error" }
        let tracer = tracer()
        #expect(throws: Failure.self) {
            try tracer.withSpan("page") { span in
                for name in ["url.full", "url.path", "url.query", "user.id", "http.request.header.cookie"] {
                    span.attributes[name] = "secret-\(name)"
                }
                span.attributes["http.request.method"] = "GET"
                span.attributes["server.port"] = 443
                span.attributes["http.route"] = SpanAttribute.stringArray(["secret-array"])
                span.addEvent("secret-event")
                span.addLink(SpanLink(context: .topLevel, attributes: ["a": "secret-link"]))
                span.setStatus(SpanStatus(code: .error, message: "secret-message"))
                throw Failure()
            }
        }
        let spans = queue.take()
        #expect(!text(spans).contains("secret"))
        let span = try #require(spans.first)
        #expect(span.isError)
        #expect(
            span.attributes.map { RecordedSpan.attributeNames[$0.name] } == ["http.request.method", "server.port"])
        #expect(span.attributes.map(\.value) == [.text("GET"), .number(443)])
    }

    @Test("A span is sent once, and doesn't end before it starts, even if the clock is set back") func ends() {
        let span = tracer().startSpan("page", context: .topLevel, at: Instant(nanosecondsSinceEpoch: 5))
        #expect(span.isRecording)
        span.operationName = "GET /page"
        span.end(at: Instant(nanosecondsSinceEpoch: 3))
        span.attributes["http.route"] = "/late"
        span.end(at: Instant(nanosecondsSinceEpoch: 9))
        let spans = queue.take()
        #expect(spans.map(\.name) == ["GET /page"] && !span.isRecording)
        #expect(spans.first?.start == 5 && spans.first?.end == 5 && spans.first?.attributes.isEmpty == true)
    }
}
