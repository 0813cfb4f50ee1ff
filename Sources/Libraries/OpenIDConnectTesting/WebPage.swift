public import HTTPTransport
public import HTTPTypes

/// A response that a browser received.
public struct WebPage: Sendable {
    /// The address that was requested.
    public let url: HTTPURL
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headers: HTTPFields
    /// The body.
    public let body: [UInt8]

    package init(url: HTTPURL, response: TransportResponse) {
        self.url = url
        status = response.status
        headers = response.headerFields
        body = response.body
    }

    /// The body as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }
    /// The address that the browser is sent to; `nil` if the response is no redirect.
    public var location: String? { headers[.location] }

    /// The path of the address that the browser is sent to, without its query.
    package var locationPath: String? { location.map { String($0.prefix { $0 != "?" }) } }

    /// The query of the address that the browser is sent to.
    package var locationQuery: String? {
        location?.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
    }

    /// The cookies that the response sets or removes.
    public var cookies: [SetCookie] { headers[values: .setCookie].compactMap(SetCookie.init) }

    /// The value of a header field.
    public subscript(name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    private var tokens: [HTMLToken] { HTMLToken.tokens(of: text) }

    /// The text of the first element that has an attribute, such as `data-user`.
    public func text(having attribute: String) -> String? { elements(having: attribute).first?.text }

    /// The elements that have an attribute: its value, and the text inside.
    public func elements(having attribute: String) -> [(value: String, text: String)] {
        var found: [(String, String)] = []
        let tokens = tokens
        for (index, token) in tokens.enumerated() {
            guard case .start(let name, let attributes) = token, let value = attributes[attribute] else { continue }
            found.append((value, Self.inside(tokens[(index + 1)...], of: name)))
        }
        return found
    }

    private static func inside(_ tokens: ArraySlice<HTMLToken>, of name: String) -> String {
        var depth = 1
        var text = ""
        for token in tokens {
            switch token {
            case .start(name, _): depth += 1
            case .end(name): depth -= 1
            case .text(let part): text += part
            case .start, .end: break
            }
            if depth == 0 { break }
        }
        return text
    }

    /// The text of an error.
    package var error: String? { text(having: "data-error") }

    /// The attributes of each input, in the page's order.
    package var inputs: [[String: String]] {
        tokens.compactMap { token -> [String: String]? in
            guard case .start("input", let attributes) = token else { return nil }
            return attributes
        }
    }

    /// Every form, in the page's order, then each button that sends one of them to another address.
    ///
    /// Their fields are inputs without unchecked boxes, text areas, values of selections, and the buttons inside.
    public var forms: [WebForm] {
        var forms: [WebForm] = []
        var formsByID: [String: WebForm] = [:]
        var buttons: [[String: String]] = []
        var current: WebForm?
        var id: String?
        var (textArea, selection): (String?, String?)
        for token in tokens {
            switch token {
            case .start("form", let attributes):
                id = attributes["id"]
                current = WebForm(
                    method: attributes["method"] ?? "get", action: attributes["action"] ?? "", fields: [:])
            case .start("button", let attributes) where attributes["formaction"] != nil:
                buttons.append(attributes)
            case .start("input", let attributes), .start("button", let attributes):
                if ["checkbox", "radio"].contains(attributes["type"]), attributes["checked"] == nil { continue }
                if let name = attributes["name"] { current?.fields[name] = attributes["value"] ?? "" }
            case .start("textarea", let attributes):
                textArea = attributes["name"]
                if let textArea { current?.fields[textArea] = "" }
            case .start("select", let attributes): selection = attributes["name"]
            case .start("option", let attributes):
                guard let selection, let value = attributes["value"],
                    attributes["selected"] != nil || current?.fields[selection] == nil
                else { continue }
                current?.fields[selection] = value
            case .end("select"): selection = nil
            case .text(let text): if let textArea { current?.fields[textArea]? += text }
            case .end("textarea"): textArea = nil
            case .end("form"):
                if let current { forms.append(current) }
                if let id { formsByID[id] = current }
                current = nil
            default: break
            }
        }
        return forms + buttons.compactMap { Self.form(sentBy: $0, of: formsByID) }
    }

    private static func form(sentBy button: [String: String], of forms: [String: WebForm]) -> WebForm? {
        guard let form = button["form"].flatMap({ forms[$0] }), let action = button["formaction"] else { return nil }
        let sent = WebForm(method: form.method, action: action, fields: form.fields)
        return button["name"].map { sent.with($0, button["value"] ?? "") } ?? sent
    }

    /// The first form that is sent to a path.
    public func form(to action: String) -> WebForm? { forms.first { $0.action == action } }
}
