public import HTTPTransport
public import HTTPTypes

/// A request that came in.
public struct ReceivedRequest: Sendable {
    /// The endpoint of the request.
    public let endpoint: Endpoint
    /// The policy that it was for, from its path or its `p`.
    public let policy: String?
    /// Its method.
    public let method: HTTPRequest.Method
    /// Its path.
    public let path: String
    /// Its query.
    public let query: FormBody
    /// Its form.
    public let form: FormBody
    /// Its header fields.
    public let headerFields: HTTPFields
    /// The part of the path before the endpoint's, to which all endpoints of the same authority belong.
    let base: String

    /// A request at an endpoint; `nil` if the end of the path names none.
    init?(_ head: HTTPRequest, body: some Collection<UInt8>) {
        let parts = (head.path ?? "/").split(separator: "?", maxSplits: 1).map(String.init)
        guard let path = parts.first, let endpoint = Endpoint.allCases.first(where: { path.hasSuffix($0.rawValue) }),
            let query = FormBody(parsing: parts.count == 2 ? parts[1] : "")
        else { return nil }
        var base = String(path.dropLast(endpoint.rawValue.count))
        if endpoint == .metadata, base.hasSuffix("/v2.0") { base.removeLast(5) }
        self.base = base
        self.endpoint = endpoint
        policy =
            query[single: "p"]
            ?? base.split(separator: "/").last { $0.lowercased().hasPrefix("b2c_1") }.map(String.init)
        method = head.method
        self.path = path
        self.query = query
        form = FormBody(parsing: String(decoding: body, as: UTF8.self)) ?? FormBody()
        headerFields = head.headerFields
    }

    /// A parameter of the query, or else of the form.
    public subscript(name: String) -> String? { query[single: name] ?? form[single: name] }

    /// The bearer token (RFC 6750, section 2.1).
    public var bearer: String? {
        guard let field = headerFields[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst(7))
    }
}

/// The provider's endpoints.
///
/// More cases may come in a minor version: switch with a `default`.
public enum Endpoint: String, Sendable, CaseIterable {
    /// Metadata (OpenID Connect Discovery 1.0, section 4).
    case metadata = "/.well-known/openid-configuration"
    /// Keys (RFC 7517, section 5).
    case keys = "/discovery/v2.0/keys"
    /// Authorization (RFC 6749, section 3.1).
    case authorization = "/oauth2/v2.0/authorize"
    /// Tokens (RFC 6749, section 3.2).
    case token = "/oauth2/v2.0/token"
    /// UserInfo (OpenID Connect Core, section 5.3).
    case userInfo = "/openid/v2.0/userinfo"
    /// The end of the session (OpenID Connect RP-Initiated Logout 1.0, section 2).
    case endSession = "/oauth2/v2.0/logout"
    /// Revocation (RFC 7009, section 2).
    case revocation = "/oauth2/v2.0/revoke"
    /// Pushed authorization requests (RFC 9126, section 2).
    case pushedRequest = "/oauth2/v2.0/par"
}
