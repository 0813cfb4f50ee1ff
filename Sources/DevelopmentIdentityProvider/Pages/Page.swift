import PageSupport

/// A page's model; the template of the same name renders it.
protocol Page: Sendable {
    func render(into html: inout HTML)
}
