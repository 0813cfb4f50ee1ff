import HTTPTypes
import Hummingbird
import PageSupport
import WebServing

/// A file of the pages, under a name that changes with its content.
struct AssetController: Sendable {
    private let contentType: String
    private let plain: ByteBuffer
    private let gzipped: ByteBuffer?

    init(_ asset: CompiledAsset) {
        contentType = asset.contentType
        plain = ByteBuffer(bytes: asset.plain)
        gzipped = asset.gzipped.map(ByteBuffer.init(bytes:))
    }

    func show(_ request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: contentType, .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
        ]
        var body = plain
        if let gzipped, request.headers.allowGzip {
            headers[.contentEncoding] = "gzip"
            body = gzipped
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
