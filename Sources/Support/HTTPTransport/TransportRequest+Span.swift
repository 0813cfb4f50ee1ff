import HTTPTypes
import Tracing

extension TransportRequest {
    /// Runs the call in a span, with the span's context in the request's fields.
    ///
    /// The span has the names of OpenTelemetry's conventions for HTTP clients, and no query and no field.
    package func inSpan(
        _ send: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        try await withSpan(head.method.rawValue, ofKind: .client) { span in
            var request = self
            InstrumentationSystem.instrument.inject(
                span.context, into: &request.head.headerFields, using: HeaderFieldInjector())
            span.updateAttributes { Self.describe(request.head, in: &$0) }
            do {
                let response = try await send(request)
                span.attributes["http.response.status_code"] = response.status.code
                if response.status.code >= 400 {
                    span.attributes["error.type"] = "\(response.status.code)"
                    span.setStatus(SpanStatus(code: .error))
                }
                return response
            } catch {
                span.attributes["error.type"] = (error as? TransportError).map { "\($0.kind)" } ?? "\(type(of: error))"
                throw error
            }
        }
    }

    private static func describe(_ head: HTTPRequest, in attributes: inout SpanAttributes) {
        attributes["http.request.method"] = head.method.rawValue
        guard let scheme = head.scheme, let authority = head.authority, let path = head.path,
            let url = HTTPURL("\(scheme)://\(authority)\(path.prefix { $0 != "?" })")
        else { return }
        attributes["url.full"] = url.description
        attributes["server.address"] = url.host
        attributes["server.port"] = url.port ?? (url.scheme == .https ? 443 : 80)
    }
}

private struct HeaderFieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
        if let name = HTTPField.Name(key) { fields[name] = value }
    }
}
