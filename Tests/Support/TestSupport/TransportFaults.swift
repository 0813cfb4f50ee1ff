package import HTTPTransport
package import Testing

/// Expects a call to end with an error of that kind.
@discardableResult package func expectFault(
    _ kind: TransportError.Kind, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> TransportResponse
) async throws -> TransportError? {
    let found = try await error(call)
    #expect(found?.kind == kind, comment, sourceLocation: sourceLocation)
    return found
}

/// The kind of error that a call ends with; `nil` if it gets a response.
package func fault(_ call: () async throws -> TransportResponse) async throws -> TransportError.Kind? {
    try await error(call)?.kind
}

private func error(_ call: () async throws -> TransportResponse) async throws -> TransportError? {
    do {
        _ = try await call()
        return nil
    } catch let error as TransportError {
        return error
    }
}

extension TransportResponse {
    package var text: String { String(decoding: body, as: UTF8.self) }
}
