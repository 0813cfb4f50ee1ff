import Testing
import Tracing
import WebSupport

@testable import OTLPExport

@Suite struct ExportRequestTests {
    private static let request = ExportRequest(
        resource: [("service.name", "tasks \"one\""), ("service.version", "1")], scope: ("latchkey", "0.1.0"))
    private static let start = #"""
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"tasks \"one\""}},\#
        {"key":"service.version","value":{"stringValue":"1"}}]},\#
        "scopeSpans":[{"scope":{"name":"latchkey","version":"0.1.0"},"spans":[
        """#.replacing("\\#\n", with: "")

    private static func span(
        _ name: String, _ kind: SpanKind, parent: UInt64? = nil, isError: Bool = false,
        _ attributes: [String: RecordedSpan.Value] = [:]
    ) -> RecordedSpan {
        RecordedSpan(
            trace: TraceParent(high: 0x0af7_6519_16cd_43dd, low: 1, parent: 0xab, isSampled: true), parent: parent,
            kind: kind, name: name, start: 1_800_000_000_000_000_000, end: 18_446_744_073_709_551_615,
            isError: isError,
            attributes: RecordedSpan.attributeNames.enumerated().compactMap { index, name in
                attributes[name].map { (index, $0) }
            })
    }

    private static func text(_ spans: [RecordedSpan]) -> String { String(decoding: request.body(spans), as: UTF8.self) }

    @Test("A request is, byte for byte, what the specification says")
    func bytes() {
        let page = Self.span(
            "GET /tasks/{id}", .server,
            ["http.route": .text("/tasks/{id}"), "http.response.status_code": .number(200)])
        let call = Self.span("POST", .client, parent: 0xfe, isError: true, ["error.type": .text("a\n\u{2028}é")])
        let ids = #""traceId":"0af7651916cd43dd0000000000000001","spanId":"00000000000000ab""#
        let times = #""startTimeUnixNano":"1800000000000000000","endTimeUnixNano":"18446744073709551615""#
        let route = #"{"key":"http.route","value":{"stringValue":"/tasks/{id}"}}"#
        let status = #"{"key":"http.response.status_code","value":{"intValue":"200"}}"#
        let error = #"{"key":"error.type","value":{"stringValue":"a\n\u2028é"}}"#
        #expect(
            Self.text([page, call])
                == Self.start
                + #"{\#(ids),"name":"GET /tasks/{id}","kind":2,\#(times),"attributes":[\#(route),\#(status)]},"#
                + #"{\#(ids),"parentSpanId":"00000000000000fe","name":"POST","kind":3,\#(times),"#
                + #""attributes":[\#(error)],"status":{"code":2}}"# + "]}]}]}")
    }

    @Test(
        "Kinds have the specification's numbers",
        arguments: [(.internal, 1), (.server, 2), (.client, 3), (.producer, 4), (.consumer, 5)] as [(SpanKind, Int)])
    func kinds(kind: SpanKind, number: Int) {
        #expect(Self.text([Self.span("a", kind)]).contains(#""kind":\#(number),"#))
    }
}
