import Encodings
import HTTPTypes

/// A span as a collector has it.
package struct CollectedSpan: Sendable {
    package let traceID: String
    package let spanID: String
    package let parentSpanID: String?
    package let name: String
    /// 2 is a server's, 3 a client's.
    package let kind: Int
    /// In nanoseconds since 1970.
    package let start: UInt64, end: UInt64
    package let isError: Bool
    /// Numbers as their digits.
    package let attributes: [String: String]
    /// The attributes of the program.
    package let resource: [String: String]
}

/// What a request for traces has that the specification doesn't.
package struct OTLPFault: Error, CustomStringConvertible {
    package let description: String
}

/// Reads requests that export spans (OTLP 1.10, section "JSON Protobuf Encoding", and opentelemetry-proto's messages).
///
/// Stricter than a collector has to be: unknown members, white space and attributes that come twice are faults.
enum OTLPReader {
    static func spans(of request: RecordedRequest) throws(OTLPFault) -> [CollectedSpan] {
        try expect(request.method == .post && request.target == "/v1/traces", "\(request.method) \(request.target)")
        try expect(request.headerFields[values: .contentType] == ["application/json"], "Content-Type")
        try expect(request.headerFields[.contentLength] == "\(request.body.count)", "Content-Length")
        let document: JSONValue
        do {
            document = try JSONValue(parsing: request.body)
        } catch {
            throw OTLPFault(description: "no JSON: \(error)")
        }
        try expect(document.text == request.text, "white space or other escapes")
        var spans: [CollectedSpan] = []
        for resourceSpans in try array(members(of: document, ["resourceSpans"])["resourceSpans"]) {
            let parts = try members(of: resourceSpans, ["resource", "scopeSpans"])
            let resource = try attributes(members(of: parts["resource"], ["attributes"])["attributes"])
            for scopeSpans in try array(parts["scopeSpans"]) {
                let parts = try members(of: scopeSpans, ["scope", "spans"])
                let scope = try members(of: parts["scope"], ["name", "version"])
                for part in ["name", "version"] { try expect(!text(scope[part]).isEmpty, "an empty \(part)") }
                for span in try array(parts["spans"]) { spans.append(try Self.span(span, resource)) }
            }
        }
        return spans
    }

    private static func span(_ value: JSONValue, _ resource: [String: String]) throws(OTLPFault) -> CollectedSpan {
        let required = [
            "traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes",
        ]
        let parts = try members(of: value, required, optional: ["parentSpanId", "status"])
        let span = CollectedSpan(
            traceID: try identifier(parts["traceId"], digits: 32), spanID: try identifier(parts["spanId"], digits: 16),
            parentSpanID: try parts["parentSpanId"].map { value throws(OTLPFault) in
                try identifier(value, digits: 16)
            },
            name: try text(parts["name"]), kind: try enumeration(parts["kind"], 1...5),
            start: try time(parts["startTimeUnixNano"]), end: try time(parts["endTimeUnixNano"]),
            isError: try isError(parts["status"]), attributes: try attributes(parts["attributes"]),
            resource: resource)
        try expect(!span.name.isEmpty, "an empty name")
        try expect(span.start <= span.end, "\(span.name) ends before it starts")
        try expect(span.parentSpanID != span.spanID, "\(span.name) is its own parent")
        return span
    }

    // MARK: Values

    /// The members of an object, which has those that are required, and no others than these and the optional ones.
    private static func members(
        of value: JSONValue?, _ required: [String], optional: [String] = []
    ) throws(OTLPFault) -> [String: JSONValue] {
        guard let object = value?.object else { throw OTLPFault(description: "no object with \(required)") }
        let names = object.members.map(\.name)
        let isWhole = required.allSatisfy(names.contains) && names.allSatisfy((required + optional).contains)
        try expect(isWhole, "an object with \(names)")
        return Dictionary(object.members.map { ($0.name, $0.value) }) { $1 }
    }

    private static func array(_ value: JSONValue?) throws(OTLPFault) -> [JSONValue] {
        guard let array = value?.array else { throw OTLPFault(description: "no array") }
        return array
    }

    private static func text(_ value: JSONValue?) throws(OTLPFault) -> String {
        guard let text = value?.string else { throw OTLPFault(description: "no text") }
        return text
    }

    /// An identifier: hexadecimal digits in lower case, and not zeros alone.
    private static func identifier(_ value: JSONValue?, digits: Int) throws(OTLPFault) -> String {
        let text = try text(value)
        let isHexadecimal = text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        try expect(text.utf8.count == digits && isHexadecimal, "the identifier \(text)")
        try expect(text.contains { $0 != "0" }, "an identifier of zeros")
        return text
    }

    /// A value of an enumeration, which is a number.
    private static func enumeration(_ value: JSONValue?, _ range: ClosedRange<Int>) throws(OTLPFault) -> Int {
        guard case .number(let literal)? = value, let number = Int(literal), "\(number)" == literal,
            range.contains(number)
        else { throw OTLPFault(description: "no enumeration: \(value?.text ?? "")") }
        return number
    }

    /// A number of 64 bits, which is a text.
    private static func digits<Number: FixedWidthInteger>(
        _ value: JSONValue?, as type: Number.Type
    ) throws(OTLPFault) -> Number {
        let text = try text(value)
        guard let number = Number(text), "\(number)" == text else { throw OTLPFault(description: "no number: \(text)") }
        return number
    }

    /// A time after the year 2020, and before 2120.
    private static func time(_ value: JSONValue?) throws(OTLPFault) -> UInt64 {
        let nanoseconds = try digits(value, as: UInt64.self)
        try expect((1_577_000_000...4_733_000_000).contains(nanoseconds / 1_000_000_000), "the time \(nanoseconds)")
        return nanoseconds
    }

    private static func isError(_ status: JSONValue?) throws(OTLPFault) -> Bool {
        guard let status else { return false }
        return try enumeration(members(of: status, ["code"])["code"], 0...2) == 2
    }

    private static func attributes(_ value: JSONValue?) throws(OTLPFault) -> [String: String] {
        var attributes: [String: String] = [:]
        for attribute in try array(value) {
            let parts = try members(of: attribute, ["key", "value"])
            let key = try text(parts["key"])
            try expect(!key.isEmpty && attributes[key] == nil, "the attribute \(key) is empty or comes twice")
            guard let one = parts["value"]?.object?.members, one.count == 1 else {
                throw OTLPFault(description: "\(key) has no single value")
            }
            switch one[0].name {
            case "stringValue": attributes[key] = try text(one[0].value)
            case "intValue": attributes[key] = "\(try digits(one[0].value, as: Int64.self))"
            default: throw OTLPFault(description: "\(key) has \(one[0].name)")
            }
        }
        return attributes
    }

    private static func expect(_ condition: Bool, _ words: String) throws(OTLPFault) {
        if !condition { throw OTLPFault(description: words) }
    }
}
