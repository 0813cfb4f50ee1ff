import HTTPTransport
import HTTPTypes

/// Sends requests to the authority, and converts transport errors to this module's.
struct ProviderCall: Sendable {
    let transport: any Transport
    let timeout: Duration
    var requests = ClientRequestMetrics(.authority)

    /// Maximum size of a response, in bytes.
    static let largestResponse = 1 << 20

    func get(_ url: HTTPURL, headerFields: HTTPFields = [.accept: "application/json"]) async throws(OpenIDConnectError)
        -> TransportResponse
    {
        try await send(
            TransportRequest(
                .get, url, headerFields: headerFields, timeout: timeout, maximumResponseBytes: Self.largestResponse),
            to: url)
    }

    func post(_ form: FormBody, to url: HTTPURL, headerFields: HTTPFields = [:]) async throws(OpenIDConnectError)
        -> TransportResponse
    {
        var fields = headerFields
        fields[.accept] = "application/json"
        return try await send(
            TransportRequest(
                posting: form, to: url, headerFields: fields, timeout: timeout,
                maximumResponseBytes: Self.largestResponse
            ), to: url)
    }

    private func send(_ request: TransportRequest, to url: HTTPURL) async throws(OpenIDConnectError)
        -> TransportResponse
    {
        do {
            let response = try await requests.send(request, through: transport)
            guard response.body.count <= Self.largestResponse else {
                throw TransportError(.responseTooLarge, "the response is too long")
            }
            return response
        } catch let error as TransportError {
            var failure = OpenIDConnectError(Self.kind(of: error), "\(url.origin)\(url.path): \(error.description)")
            failure.isUnsent = error.kind == .unreachable
            throw failure
        } catch is CancellationError {
            throw OpenIDConnectError(.providerUnreachable, "\(url.origin)\(url.path): the call was cancelled")
        } catch {
            throw OpenIDConnectError(.providerUnreachable, "\(url.origin)\(url.path): the call failed")
        }
    }

    private static func kind(of error: TransportError) -> OpenIDConnectError.Kind {
        switch error.kind {
        case .timedOut: .providerTimedOut
        case .invalidResponse, .responseTooLarge: .invalidProviderResponse
        case .unreachable, .insecure, .broken, .invalidRequest, .shutDown: .providerUnreachable
        }
    }
}
