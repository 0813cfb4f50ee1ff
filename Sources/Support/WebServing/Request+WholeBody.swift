import HTTPTransport
import HTTPTypes
package import Hummingbird
package import NIOCore

extension Request {
    /// The whole body of this request.
    ///
    /// - Throws: `HTTPError` 413 if it is larger than ``WebServer/maximumBodyBytes``. `HTTPError` 400 if it broke off:
    ///   the client reset its stream, hung up, or sent no HTTP. That is no fault of the server, so it must not be
    ///   reported as one.
    package func wholeBody() async throws(HTTPError) -> ByteBuffer {
        let tooLarge = HTTPError(
            .contentTooLarge, message: "The body has more than \(WebServer.maximumBodyBytes / 1024) KiB.")
        // A body whose declared length is too large isn't awaited.
        if let length = headers.bodyLength, length > WebServer.maximumBodyBytes {
            throw tooLarge
        }
        do {
            return try await body.collect(upTo: WebServer.maximumBodyBytes)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw HTTPError(.badRequest, message: "The body broke off.")
        }
    }
}
