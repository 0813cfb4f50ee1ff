import Hummingbird

/// A page of HTML.
struct HTMLPage: ResponseGenerator {
    let body: String

    /// - Parameter body: HTML, in which each value is ``escaped(_:)``.
    init(_ body: String) {
        self.body = body
    }

    func response(from request: Request, context: some RequestContext) -> Response {
        let page = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Starter</title><body>\(body)"
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }

    /// A text as HTML, in an element or in a quoted attribute.
    static func escaped(_ text: String) -> String {
        var html = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }
}
