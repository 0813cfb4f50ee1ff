import AsyncHTTPClient
import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPClientRequest {
    /// The request as async-http-client sends it.
    init(_ request: TransportRequest, userAgent: String?) throws(TransportError) {
        let head = request.head
        let authority = head.authority ?? ""
        let path = head.path ?? "/"
        let text = "\(head.scheme ?? "")://\(authority)\(path)"
        guard let url = HTTPURL(text), url.scheme.rawValue == head.scheme, url.authority == authority.lowercased(),
            path.first == "/"
        else { throw TransportError(.invalidRequest, "the URL can't be sent as it is") }
        self.init(url: text)
        method = HTTPMethod(rawValue: head.method.rawValue)
        headers = HTTPHeaders([("Host", authority)])
        for field in head.headerFields {
            guard !TransportRequest.reservedFields.contains(field.name.canonicalName) else {
                throw TransportError(.invalidRequest, "the header has a field that the transport sets itself")
            }
            headers.add(name: field.name.rawName, value: field.value)
        }
        var defaults: HTTPFields = [.acceptEncoding: "identity"]
        defaults[.userAgent] = userAgent
        for field in defaults where !head.headerFields.contains(field.name) {
            headers.add(name: field.name.rawName, value: field.value)
        }
        guard let bytes = request.body else { return }
        body = .bytes(ByteBuffer(bytes: bytes))
        // Some servers take such a body for the next request, because the method normally has none.
        if !bytes.isEmpty, ![.post, .put, .patch].contains(head.method) {
            headers.add(name: "Connection", value: "close")
        }
    }
}
