import HTTPTransport
import HTTPTypes
import Tracing

extension CurlClient {
    /// Runs a call in a span, with the span's context in the request's fields; the span has no query and no field.
    static func inSpan(
        _ request: TransportRequest, _ send: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        try await withSpan(request.head.method.rawValue, ofKind: .client) { span in
            var request = request
            InstrumentationSystem.instrument.inject(
                span.context, into: &request.head.headerFields, using: HeaderFieldInjector())
            let head = request.head
            span.updateAttributes { attributes in
                attributes["http.request.method"] = head.method.rawValue
                attributes["server.address"] = head.authority
                attributes["url.path"] = head.path.map { String($0.prefix { $0 != "?" }) }
            }
            let response = try await send(request)
            span.attributes["http.response.status_code"] = response.status.code
            if response.status.code >= 400 { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }
}

private struct HeaderFieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
        if let name = HTTPField.Name(key) { fields[name] = value }
    }
}
