import HTTPTransport
import SiteTesting

extension WebPage {
    /// The parameters that a redirect hands to the client.
    var response: FormBody { location.flatMap(HTTPURL.init)?.query.flatMap { FormBody(parsing: $0) } ?? FormBody() }

    /// Where the page's form leads.
    var action: String { forms.first?.action ?? "" }

    /// The fields of the page's form.
    var fields: [(name: String, value: String)] {
        inputs.compactMap { input in input["name"].map { ($0, input["value"] ?? "") } }
    }

    /// The names of the form's fields that have an attribute.
    func fields(with attribute: String, _ value: String? = nil) -> [String] {
        inputs.filter { $0[attribute] != nil && (value == nil || $0[attribute] == value) }.compactMap { $0["name"] }
    }

    /// The target of the link whose text starts so.
    func link(_ words: String) -> String? {
        elements(having: "href").first { $0.text.hasPrefix(words) }?.value
    }
}

extension Browser {
    /// Sends a page's form with what is typed into it.
    func submit(_ page: WebPage, _ typed: [String: String]) async throws -> WebPage {
        try await post(page.action, FormBody(page.fields.map { ($0.name, typed[$0.name] ?? $0.value) }))
    }
}
