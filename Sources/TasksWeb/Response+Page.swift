import HTTPTypes
import Hummingbird
import NIOCore
import PageSupport

extension Response {
    /// What each page needs first, so that browsers ask for it before they have read the page (`Link`, RFC 8288; `preload`, HTML Standard).
    private static let preload = [("app.css", "style"), ("app.js", "script")].compactMap { name, kind in
        PublicFiles.all.first { $0.name == name }.map { "<\($0.path)>; rel=preload; as=\(kind)" }
    }.joined(separator: ", ")

    /// A page, which no cache may keep: it depends on the session.
    static func page(_ html: HTML, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .link: preload],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: html.bytes)))
    }

    /// Sends the browser on with GET (RFC 9110, section 15.4.4), and sets cookies on the way.
    static func seeOther(_ location: String, setting cookies: [String] = []) -> Response {
        var headers: HTTPFields = [.location: location, .cacheControl: "no-store"]
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return Response(status: .seeOther, headers: headers)
    }

    /// A problem in JSON (RFC 9457), for a client that is no browser going to a page.
    static func problem(_ status: HTTPResponse.Status, title: StaticString) -> Response {
        let json = #"{"type":"about:blank","title":"\#(title)","status":\#(status.code)}"#
        return Response(
            status: status, headers: [.contentType: "application/problem+json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
    }
}
