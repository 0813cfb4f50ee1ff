public import HTTPTransport
import HTTPTypes

/// Handles requests without a socket, as its server does, whatever their host.
extension ScriptedProvider: Transport {
    /// The response to a request.
    ///
    /// - Throws: `TransportError` if a fault leaves no usable response, the request's time is up, or the body is larger
    ///   than the request allows.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await send(request, as: nil)
    }

    /// The response to a request of a browser, with a user who may be another one than the provider's.
    ///
    /// - Parameter user: The user at the keyboard; `nil` for ``user``.
    /// - Throws: As ``send(_:)``.
    public func send(_ request: TransportRequest, as user: ScriptedUser?) async throws -> TransportResponse {
        guard let received = ReceivedRequest(request.head, body: request.body ?? []) else {
            return TransportResponse(status: .notFound)
        }
        let response = try await response(to: received, as: user, within: request.timeout)
        if response.isDropped { throw TransportError(.broken, "the connection broke in the middle of the response") }
        guard response.body.utf8.count <= request.maximumResponseBytes else {
            throw TransportError(.responseTooLarge, "the body has more than \(request.maximumResponseBytes) bytes")
        }
        return TransportResponse(
            status: response.status, headerFields: response.fields, body: Array(response.body.utf8))
    }

    /// The response to a request, which is recorded.
    ///
    /// - Parameters:
    ///   - user: The user at the keyboard; `nil` for ``user``.
    ///   - limit: The maximum time that a slow response may take; `nil` for no limit.
    func response(
        to request: ReceivedRequest, as user: ScriptedUser? = nil, within limit: Duration? = nil
    ) async throws -> ProviderResponse {
        let wait = withState { state -> Duration? in
            state.requests.append(request)
            return state.wait(request)
        }
        if let wait {
            try await Task.sleep(for: limit.map { min($0, wait) } ?? wait)
            if let limit, limit < wait { throw TransportError(.timedOut, "no response within \(limit)") }
        }
        return try withState { state in
            let usual = state.user
            defer { state.user = usual }
            state.user = user ?? usual
            return try state.response(request)
        }
    }
}
