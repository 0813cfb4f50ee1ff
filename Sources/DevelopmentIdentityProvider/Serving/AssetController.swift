import HTTPTypes
import Hummingbird
import PageSupport

/// A file of the pages, under a name that changes with its content.
struct AssetController: Sendable {
    let asset: CompiledAsset

    func show(_ request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: asset.contentType, .eTag: asset.etag, .cacheControl: "public, max-age=31536000, immutable",
            .vary: "Accept-Encoding",
        ]
        guard request.headers[.ifNoneMatch] != asset.etag else {
            return Response(status: .notModified, headers: headers)
        }
        var bytes = asset.plain
        if let gzipped = asset.gzipped, request.headers[.acceptEncoding]?.contains("gzip") == true {
            headers[.contentEncoding] = "gzip"
            bytes = gzipped
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
