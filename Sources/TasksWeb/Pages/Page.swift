import PageSupport

/// A page's model; its template of the same name makes the rest.
protocol Page {
    func render(into html: inout HTML)
    /// About as many bytes as the page will have.
    var capacity: Int { get }
}

extension Page {
    var capacity: Int { 8192 }

    func html() -> HTML {
        var html = HTML(capacity: capacity)
        render(into: &html)
        return html
    }
}
