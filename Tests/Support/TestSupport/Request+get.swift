package import HTTPTypes
package import Hummingbird

extension Request {
    /// A GET that came on no socket.
    package static func get(_ path: String, _ fields: HTTPFields = [:]) -> Request {
        Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path, headerFields: fields),
            body: RequestBody(buffer: .init()))
    }
}
