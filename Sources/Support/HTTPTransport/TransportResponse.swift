public import HTTPTypes

/// A whole response: status, header fields, and the body within the request's bound.
public struct TransportResponse: Sendable, Redacted {
    private enum Header: Sendable {
        case fields(HTTPFields)
        case lines(HeaderLines)
    }

    /// The status of the response; redirects are not followed.
    public var status: HTTPResponse.Status
    /// The body's bytes.
    public var body: [UInt8]
    private var header: Header

    /// A response made of its parts.
    public init(status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.body = body
        header = .fields(headerFields)
    }

    /// A response as it was received.
    ///
    /// - Parameter headerLines: The lines with their ends, without the status line.
    package init(status: HTTPResponse.Status, headerLines: [UInt8], body: [UInt8]) {
        self.status = status
        self.body = body
        header = .lines(HeaderLines(bytes: headerLines))
    }

    /// The final response's header fields, in their order.
    ///
    /// Each access parses all lines of a received response; ``values(of:)`` parses only the values of one name.
    public var headerFields: HTTPFields {
        get {
            switch header {
            case .fields(let fields): fields
            case .lines(let lines): lines.fields
            }
        }
        set { header = .fields(newValue) }
    }

    /// The values of the header fields with this name, in their order.
    public func values(of name: HTTPField.Name) -> [String] {
        switch header {
        case .fields(let fields): fields[values: name]
        case .lines(let lines): lines.values(of: name)
        }
    }
}
