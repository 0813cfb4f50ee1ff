import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// Stands before a tasks API on a separate socket: passes requests on, records them, and responds in its place if a
/// test wants that.
final class ScriptedAPI: Sendable {
    /// Responds to a request in the API's place; `nil` passes it on.
    typealias Script = @Sendable (RecordedRequest) async -> LoopbackResponse?

    private let api: HTTPURL
    private let transport: any Transport
    private let script = Mutex<Script> { _ in nil }

    init(before api: HTTPURL, transport: any Transport) {
        self.api = api
        self.transport = transport
    }

    /// Responds to requests by a script from now on.
    func respond(_ script: @escaping Script) {
        self.script.withLock { $0 = script }
    }

    /// Responds to every request so from now on.
    func respond(always response: LoopbackResponse) {
        respond { _ in response }
    }

    /// Passes everything on again.
    func behave() {
        respond { _ in nil }
    }

    func response(to request: RecordedRequest) async -> LoopbackResponse {
        let script = script.withLock { $0 }
        if let response = await script(request) { return response }
        guard let url = HTTPURL(api.origin + request.target) else { return LoopbackResponse(.badRequest) }
        var fields = request.headerFields
        for name in [HTTPField.Name.connection, .contentLength, .transferEncoding] { fields[name] = nil }
        if let host = HTTPField.Name("Host") { fields[host] = nil }
        let body = request.body.isEmpty ? nil : request.body
        do {
            let received = try await transport.send(
                TransportRequest(request.method, url, headerFields: fields, body: body, timeout: .seconds(60)))
            var fields = received.headerFields
            fields[.transferEncoding] = nil
            return LoopbackResponse(received.status, headerFields: fields, body: received.body)
        } catch {
            return .drop
        }
    }
}
