import HTTPTypes
import Hummingbird
import NIOCore
import PageSupport
import WebSupport

/// A page's model; its template of the same name makes the rest.
protocol Page {
    func render(into html: inout HTML)
    /// About as many bytes as the page will have.
    var capacity: Int { get }
    /// The resources that browsers request early.
    var preload: Preload { get }
}

extension Page {
    var capacity: Int { 8192 }
    var preload: Preload { .others }

    func html() -> HTML {
        var html = HTML(capacity: capacity)
        render(into: &html)
        return html
    }
}

/// The resources that a page needs first, so that browsers request them before they have read the page.
///
/// `Link` (RFC 8288) with `preload` (HTML Standard).
struct Preload: Sendable {
    static let tasks = Preload([("app.css", "style"), ("app.js", "script")])
    /// For any other page in the site's layout.
    static let others = Preload([("app.css", "style"), ("pages.css", "style"), ("app.js", "script")])
    /// For the page that posts an authorization response again.
    static let repost = Preload([("app.css", "style"), ("pages.css", "style"), ("post-on.js", "script")])

    /// The fields of a page that starts so, which no cache may store, because it depends on the session.
    let fields: HTTPFields

    private init(_ files: [(name: String, kind: String)]) {
        let link = files.compactMap { file in
            PublicFiles.all.first { $0.name == file.name }.map { "<\($0.path)>; rel=preload; as=\(file.kind)" }
        }.joined(separator: ", ")
        fields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .link: link]
    }
}

extension Response {
    static func page(_ page: some Page, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: page.preload.fields,
            body: ResponseBody(byteBuffer: page.html().buffer))
    }
}
