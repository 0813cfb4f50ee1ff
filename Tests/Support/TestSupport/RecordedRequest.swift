public import HTTPTypes

/// A request as it came in at a ``LoopbackServer``.
public struct RecordedRequest: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The request target byte for byte: path and query, not decoded.
    public var target: String
    /// The header fields in the order in which they came, `Host` among them.
    public var headerFields: HTTPFields
    /// The body's bytes.
    public var body: [UInt8]
    /// Which of the server's connections it came on; the first is 1.
    public var connection: Int

    /// The target up to the question mark.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The query: the target after its first question mark.
    public var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }
    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}
