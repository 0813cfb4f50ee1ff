public import HTTPTransport
public import HTTPTypes

/// A request that came in.
public struct SeenRequest: Sendable {
    /// Where it came in.
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

    /// A parameter of the query, or else of the form.
    public subscript(name: String) -> String? { query[single: name] ?? form[single: name] }

    /// The bearer token (RFC 6750, section 2.1).
    public var bearer: String? {
        guard let field = headerFields[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst(7))
    }
}
