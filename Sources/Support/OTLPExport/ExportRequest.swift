import Encodings
import Tracing
import WebSupport

/// Writes the body of a request that exports spans (OTLP 1.10, `ExportTraceServiceRequest` in the JSON encoding).
///
/// Other than in Protobuf's own mapping to JSON, identifiers are hexadecimal and enumerations are numbers.
struct ExportRequest: Sendable {
    /// The body up to the spans: the resource, and the scope.
    private let start: String
    /// About as many bytes has a span.
    private static let usualBytes = 600

    /// - Parameters:
    ///   - resource: What the spans are from, each name once.
    ///   - scope: The name and the version of what records them.
    init(resource: [(name: String, value: String)], scope: (name: String, version: String)) {
        var json = JSONWriter()
        json.append(#"{"resourceSpans":[{"resource":{"attributes":["#)
        for (index, attribute) in resource.enumerated() {
            if index > 0 { json.append(",") }
            json.append(attribute: attribute.name, .text(attribute.value))
        }
        json.append(#"]},"scopeSpans":[{"scope":{"name":"#)
        json.append(string: scope.name)
        json.append(#","version":"#)
        json.append(string: scope.version)
        json.append(#"},"spans":["#)
        start = json.text
    }

    func body(_ spans: [RecordedSpan]) -> [UInt8] {
        var json = JSONWriter()
        json.reserve(start.utf8.count + spans.count * Self.usualBytes)
        json.append(start)
        for (index, span) in spans.enumerated() {
            if index > 0 { json.append(",") }
            json.append(span)
        }
        json.append("]}]}]}")
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ span: RecordedSpan) {
        append(#"{"traceId":"\#(span.trace.traceID)","spanId":""#)
        append(Self.digits(span.trace.parent))
        if let parent = span.parent { append(#"","parentSpanId":"\#(Self.digits(parent))"#) }
        append(#"","name":"#)
        append(string: span.name)
        append(#","kind":\#(Self.number(of: span.kind)),"startTimeUnixNano":"\#(span.start)","#)
        append(#""endTimeUnixNano":"\#(span.end)","attributes":["#)
        for (index, attribute) in span.attributes.enumerated() {
            if index > 0 { append(",") }
            append(attribute: RecordedSpan.attributeNames[attribute.name], attribute.value)
        }
        append(span.isError ? #"],"status":{"code":2}}"# : "]}")
    }

    fileprivate mutating func append(attribute name: String, _ value: RecordedSpan.Value) {
        append(#"{"key":"#)
        append(string: name)
        switch value {
        case .text(let text):
            append(#","value":{"stringValue":"#)
            append(string: text)
            append("}}")
        case .number(let number): append(#","value":{"intValue":"\#(number)"}}"#)
        }
    }

    private static func digits(_ identifier: UInt64) -> String {
        var digits: [UInt8] = []
        Hexadecimal.append(identifier, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
