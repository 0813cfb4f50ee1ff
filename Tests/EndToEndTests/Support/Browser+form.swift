import HTTPTransport
import HTTPTypes
import SiteTesting
import Testing

extension Browser {
    /// Fills in the form of the development identity provider to which a path leads, and goes on to the page that the
    /// app shows in the end.
    func throughProvider(_ path: String, _ fields: [String: String]) async throws -> WebPage {
        let page = try await visit(path)
        var form = try #require(page.forms.first, "\(path) leads to no form: \(page.status) \(page.text)")
        form.fields.merge(fields) { $1 }
        let origin = page.url.origin
        return try await arrive(from: try await post(origin + form.action, form.body, headers: [.origin: origin]))
    }
}
