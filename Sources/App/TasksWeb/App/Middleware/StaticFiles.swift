import HTTPTypes
import Hummingbird
import NIOCore
import PageSupport
import WebSupport

/// The files that are compiled in.
///
/// Their names carry their content's hash, so that a browser never has to fetch them again. Pages of another version,
/// in a browser or from another replica, request that version's hashes. The response is this version's file, which they
/// may not cache under that name.
struct StaticFiles: Sendable {
    private struct File {
        let plain: ByteBuffer
        let gzipped: ByteBuffer?
        let contentType: String
    }

    private let files: [String: File]
    /// By their paths without the hash.
    private let newest: [String: File]

    init(_ assets: [CompiledAsset]) {
        let pairs = assets.map {
            (
                $0.path,
                File(
                    plain: ByteBuffer(bytes: $0.plain), gzipped: $0.gzipped.map(ByteBuffer.init(bytes:)),
                    contentType: $0.contentType)
            )
        }
        files = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        newest = Dictionary(
            pairs.compactMap { path, file in Self.withoutHash(path).map { ($0, file) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// `/assets/app.css` of `/assets/app-01234567.css`; `nil` if no hash is.
    private static func withoutHash(_ path: String) -> String? {
        guard path.hasPrefix("/assets/"), let match = path.wholeMatch(of: /(\/assets\/[^\/]+)-[0-9a-f]{8}(\.[a-z]+)/)
        else { return nil }
        return String(match.1 + match.2)
    }

    /// The response with the requested file; `nil` if the path is no file's.
    ///
    /// - Throws: `HTTPError` if the method is another than GET and HEAD.
    func response(to request: Request, _ context: WebContext) throws(HTTPError) -> Response? {
        let path = request.uri.path
        let named = files[path]
        guard let file = named ?? Self.withoutHash(path).flatMap({ newest[$0] }) else { return nil }
        context.coreContext.endpointPath.value = path.hasPrefix("/assets/") ? "/assets/{file}" : path
        guard request.method == .get || request.method == .head else {
            throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        var headers: HTTPFields = [
            .contentType: file.contentType,
            .cacheControl: named == nil ? "no-store" : "public, max-age=31536000, immutable",
            .vary: "Accept-Encoding",
        ]
        var body = file.plain
        if let gzipped = file.gzipped, request.headers.allowGzip {
            headers[.contentEncoding] = "gzip"
            body = gzipped
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
