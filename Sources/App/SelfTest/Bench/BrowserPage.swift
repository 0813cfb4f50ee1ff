import HTTPTransport
import HTTPTypes

/// A response that a browser received.
struct BrowserPage: Sendable {
    let url: HTTPURL
    let response: TransportResponse

    var status: Int { response.status.code }
    var text: String { String(decoding: response.body, as: UTF8.self) }
    var location: String? { response.headerFields[.location] }
    var forms: [PageForm] { PageForm.all(in: text) }

    /// The value of a header field.
    subscript(name: String) -> String? { HTTPField.Name(name).flatMap { response.headerFields[$0] } }

    /// Stores the cookies that the response sets, and drops those that it removes (RFC 6265, section 5.3).
    func keepCookies(in jar: inout [String: String]) {
        for field in response.headerFields[values: .setCookie] {
            let parts = field.split(separator: ";")
            guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { continue }
            let isExpiring = parts.dropFirst().contains { $0.lowercased().filter { $0 != " " } == "max-age=0" }
            jar[String(pair[..<equals])] = isExpiring ? nil : String(pair[pair.index(after: equals)...])
        }
    }
}

/// A form of a page, with its hidden fields.
struct PageForm: Sendable {
    let action: String
    let fields: FormBody

    /// Every form of a page of the site or of the provider: no attribute has a `>`.
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

extension FormBody {
    /// How often a name occurs.
    func count(_ name: String) -> Int { fields.count { $0.name == name } }
}
