import PageSupport

/// What a page needs first, so that browsers ask for it before they have read the page (`Link`, RFC 8288; `preload`,
/// HTML Standard).
struct Preload: Sendable {
    /// For the page of tasks.
    static let tasks = Preload([("app.css", "style"), ("app.js", "script")])
    /// For any other page in the site's layout.
    static let others = Preload([("app.css", "style"), ("pages.css", "style"), ("app.js", "script")])
    /// For the page that posts an answer on.
    static let postedAnswer = Preload([("app.css", "style"), ("pages.css", "style"), ("post-on.js", "script")])

    /// The field's value.
    let field: String

    private init(_ files: [(name: String, kind: String)]) {
        field = files.compactMap { file in
            PublicFiles.all.first { $0.name == file.name }.map { "<\($0.path)>; rel=preload; as=\(file.kind)" }
        }.joined(separator: ", ")
    }
}
