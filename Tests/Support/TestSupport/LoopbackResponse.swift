public import HTTPTypes

/// The response of a ``LoopbackServer`` to a request, or its fault.
public struct LoopbackResponse: Sendable {
    enum Action: Sendable {
        case respond(HTTPResponse.Status, HTTPFields, [UInt8])
        case chunks([[UInt8]], every: Duration)
        case raw([[UInt8]], close: Bool)
        case close
        case reset
        case never
    }

    let action: Action

    /// A whole response; `Content-Length` is added unless the fields have it.
    public init(_ status: HTTPResponse.Status = .ok, headerFields: HTTPFields = [:], body: [UInt8]) {
        action = .respond(status, headerFields, body)
    }

    /// A whole response with a body of text.
    public init(_ status: HTTPResponse.Status = .ok, headerFields: HTTPFields = [:], body: String = "") {
        self.init(status, headerFields: headerFields, body: Array(body.utf8))
    }

    private init(action: Action) {
        self.action = action
    }

    /// A response of `application/json`.
    public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> LoopbackResponse {
        LoopbackResponse(status, headerFields: [.contentType: "application/json"], body: text)
    }

    /// A `200` whose chunked body comes piece by piece, with a pause before each; after the last the response is
    /// complete.
    public static func chunks(_ pieces: [String], every pause: Duration = .zero) -> LoopbackResponse {
        LoopbackResponse(action: .chunks(pieces.map { Array($0.utf8) }, every: pause))
    }

    /// These bytes, whatever they are; then the connection is closed, unless it is to stay open.
    public static func raw(_ text: String, close: Bool = true) -> LoopbackResponse {
        raw([text], close: close)
    }

    /// These pieces, each in a write of its own, and over TLS in a record; then as ``raw(_:close:)``.
    public static func raw(_ pieces: [String], close: Bool = true) -> LoopbackResponse {
        LoopbackResponse(action: .raw(pieces.map { Array($0.utf8) }, close: close))
    }

    /// No response: the connection is closed in good order.
    public static var drop: LoopbackResponse { LoopbackResponse(action: .close) }

    /// No response: the connection is reset.
    public static var reset: LoopbackResponse { LoopbackResponse(action: .reset) }

    /// No response, and the connection stays open.
    public static var never: LoopbackResponse { LoopbackResponse(action: .never) }
}
