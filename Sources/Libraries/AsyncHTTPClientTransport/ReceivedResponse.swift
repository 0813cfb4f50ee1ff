import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The part of a response that has arrived, within its bounds.
struct ReceivedResponse {
    /// Maximum size of the header's names and values together.
    private static let maximumHeadBytes = 64 << 10

    /// The response's status, once its header has arrived and is good.
    private(set) var status: HTTPResponse.Status?
    private let isHead: Bool
    private let maximumBytes: Int
    private var fields: HTTPFields = [:]
    private var body: [UInt8] = []
    private var isCoded = false

    init(_ request: TransportRequest) {
        isHead = request.head.method == .head
        maximumBytes = max(0, request.maximumResponseBytes)
    }

    var response: TransportResponse {
        TransportResponse(status: status ?? .ok, headerFields: fields, body: body)
    }

    /// Takes the header of the final response.
    mutating func take(status code: Int, _ headers: HTTPHeaders) throws(TransportError) {
        guard headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= Self.maximumHeadBytes else {
            throw TransportError(.broken, "the response's header is too large")
        }
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        status = HTTPResponse.Status(code: code)
        guard !isHead, code != 204, code != 304 else { return }
        if let length = fields.bodyLength, length > maximumBytes { throw .bodyTooLarge }
        isCoded = fields[values: .contentEncoding].flatMap { $0.split(separator: ",") }
            .contains { !["", "identity"].contains($0.withoutOuterSpaces.lowercased()) }
    }

    /// Takes a piece of the body.
    mutating func take(_ piece: ByteBuffer) throws(TransportError) {
        guard piece.readableBytes <= maximumBytes - body.count else { throw .bodyTooLarge }
        guard !isCoded || piece.readableBytes == 0 else {
            throw TransportError(.invalidResponse, "the response's body is in a content coding, which is not supported")
        }
        body.append(contentsOf: piece.readableBytesView)
    }
}

extension TransportError {
    fileprivate static var bodyTooLarge: TransportError {
        TransportError(.responseTooLarge, "the response's body is too large")
    }
}
