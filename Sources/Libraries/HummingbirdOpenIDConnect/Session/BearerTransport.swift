public import HTTPTransport
import HTTPTypes
import OpenIDConnect

/// Calls an API with the access token of a request's session (RFC 6750, section 2.1).
///
/// The token is refreshed before it expires. If the API refuses it, it is refreshed once and the request is sent once
/// more. If another request's refresh has stored tokens in the session's row, those are tried first, in addition to
/// that refresh. A challenge for a stronger or fresher sign-in (RFC 9470) is no reason to refresh, because no token of
/// this sign-in would do.
///
/// The token goes wherever the request goes, so its URL must be the application's own choice, and not one that a
/// response has named.
public struct BearerTransport: Transport {
    private let base: any Transport
    private let session: RequestSession

    /// Creates a transport for the calls of one request.
    ///
    /// - Parameters:
    ///   - base: Sends the requests once they have the token.
    ///   - session: The request's session, whose tokens are sent and refreshed.
    public init(base: any Transport, session: RequestSession) {
        self.base = base
        self.session = session
    }

    /// Sends a request with the access token.
    ///
    /// - Throws: `TransportError` of the kind `invalidRequest` if the URL is plain `http` and its host isn't a loopback
    ///   name (RFC 6750, section 5.3); as ``RequestSession/accessToken()``;
    ///   ``SignInError/Kind/accessTokenRefused(isRepeated:)`` if the API refuses (401) a new token as well, which ends
    ///   the session unless that is repeated; ``SignInError/Kind/entraVersion1TokenRefused``;
    ///   ``SignInError/Kind/stepUpRequired(_:)`` or ``SignInError/Kind/stepUpRequiredAgain``; whatever the transport
    ///   below throws.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let metrics = session.site?.apiRequests else { throw SignInError(.notSignedIn) }
        try Self.checkIsProtected(request)
        var (token, isNew) = (try await session.accessToken(), false)
        while true {
            // Not by `metrics.send`, which would be one more frame of each call.
            let start = metrics.start()
            let response: TransportResponse
            do {
                response = try await base.send(request.authorized(by: token))
                metrics.record(response, since: start)
            } catch {
                metrics.record(error, since: start)
                throw error
            }
            guard response.status == .unauthorized else {
                if response.status.kind == .successful { session.noteAccepted() }
                return response
            }
            if let challenge = StepUpChallenge(fields: response.values(of: .wwwAuthenticate)) {
                throw session.stepUp(for: challenge)
            }
            (token, isNew) = try await session.accessToken(after: token, isNew: isNew)
        }
    }

    @inline(never)  // frame
    private static func checkIsProtected(_ request: TransportRequest) throws {
        guard request.head.scheme == "https" || isLoopback(request.head.authority ?? "") else {
            throw TransportError(.invalidRequest, "an access token isn't sent in plain http to another machine")
        }
    }

    private static func isLoopback(_ authority: String) -> Bool {
        // Each call comes here, so the port is cut off without a parser of URLs.
        let colon = authority.hasSuffix("]") ? nil : authority.utf8.lastIndex(of: UInt8(ascii: ":"))
        return HTTPURL.isLoopback(host: colon.map { String(authority[..<$0]) } ?? authority)
    }
}

extension TransportRequest {
    @inline(never)  // frame
    fileprivate func authorized(by token: String) -> TransportRequest {
        var request = self
        request.head.headerFields[.authorization] = "Bearer \(token)"
        return request
    }
}
