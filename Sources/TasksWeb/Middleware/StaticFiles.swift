import HTTPTypes
import Hummingbird
import NIOCore
import PageSupport

/// Serves the files that are compiled in.
///
/// Their names carry their content's hash, so that a browser never has to ask again.
struct StaticFiles: RouterMiddleware {
    private struct File {
        let plain: ByteBuffer
        let gzipped: ByteBuffer?
        let contentType: String
    }

    private let files: [String: File]

    init(_ assets: [CompiledAsset]) {
        files = Dictionary(
            assets.map {
                (
                    $0.path,
                    File(plain: ByteBuffer(bytes: $0.plain), gzipped: $0.gzipped.map(ByteBuffer.init(bytes:)), contentType: $0.contentType)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let file = files[request.uri.path] else { return try await next(request, context) }
        guard request.method == .get || request.method == .head else {
            throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        var headers: HTTPFields = [
            .contentType: file.contentType, .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
        ]
        var body = file.plain
        if let gzipped = file.gzipped, request.headers[.acceptEncoding]?.contains("gzip") == true {
            headers[.contentEncoding] = "gzip"
            body = gzipped
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
