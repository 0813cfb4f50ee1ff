public import HTTPTypes

/// A whole response: status, header fields, and the body within the bound that the request set.
public struct TransportResponse: Sendable {
    /// The status, whatever it says; redirects are not followed.
    public var status: HTTPResponse.Status
    /// The final response's header fields, in the order in which they came.
    public var headerFields: HTTPFields
    /// The body's bytes.
    public var body: [UInt8]

    /// A response made of its parts.
    public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
    }
}
