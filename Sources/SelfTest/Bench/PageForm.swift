import HTTPTransport

/// A form of a page, with its hidden fields.
struct PageForm: Sendable {
    let action: String
    let fields: FormBody

    /// Every form of a page of ours or of the provider's: no `>` stands in an attribute.
    static func all(in html: String) -> [PageForm] {
        html.matches(of: #/<form([^>]*)>((?:.|\n)*?)</form>/#).map { match in
            let inputs = match.2.matches(of: #/<input([^>]*)>/#).map { attributes($0.1) }
            return PageForm(
                action: attributes(match.1)["action"] ?? "",
                fields: FormBody(inputs.compactMap { input in input["name"].map { ($0, input["value"] ?? "") } }))
        }
    }

    private static func attributes(_ tag: Substring) -> [String: String] {
        let attributes = tag.matches(of: #/([a-z\-]+)=(?:"([^"]*)"|([^\s"]+))/#).map {
            (String($0.1), text($0.2 ?? $0.3 ?? ""))
        }
        return Dictionary(attributes, uniquingKeysWith: { first, _ in first })
    }

    private static func text(_ escaped: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(escaped)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
