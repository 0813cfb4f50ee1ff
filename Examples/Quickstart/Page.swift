import Hummingbird

/// An HTML page.
struct Page: ResponseGenerator {
    let title: String
    /// HTML, so texts of users and providers in it have to be escaped.
    let body: String

    func response(from request: Request, context: some RequestContext) -> Response {
        let html = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(title)</title>
            <h1>\(title)</h1>
            \(body)
            """
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}

extension String {
    /// The text for HTML, escaped byte by byte: a combining mark would hide a quote from a search by characters.
    var escaped: String {
        let bytes = utf8.flatMap { "&<>\"'".utf8.contains($0) ? Array("&#\($0);".utf8) : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
