import PageSupport

/// A page's model; its template of the same name makes the rest.
protocol Page {
    func render(into html: inout HTML)
    /// About as many bytes as the page will have.
    var capacity: Int { get }
    /// What it needs first.
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
