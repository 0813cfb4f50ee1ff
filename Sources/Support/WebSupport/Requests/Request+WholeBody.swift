import HTTPTransport
import HTTPTypes
package import Hummingbird
package import NIOCore

extension Request {
    /// Maximum size of a request's body.
    package static let maximumBodyBytes = 64 * 1024

    /// The whole body of this request.
    ///
    /// - Throws: `HTTPError` 413 if it is larger than ``maximumBodyBytes``. `HTTPError` 400 if it broke off:
    ///   the client reset its stream, hung up, or sent no HTTP. That is no fault of the server, so it must not be
    ///   reported as one.
    package func wholeBody() async throws(HTTPError) -> ByteBuffer {
        let tooLarge = HTTPError(
            .contentTooLarge, message: "The body has more than \(Self.maximumBodyBytes / 1024) KiB.")
        // A body whose declared length is too large isn't awaited.
        if let length = headers.bodyLength, length > Self.maximumBodyBytes {
            throw tooLarge
        }
        do {
            return try await body.collect(upTo: Self.maximumBodyBytes)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw HTTPError(.badRequest, message: "The body broke off.")
        }
    }
}
