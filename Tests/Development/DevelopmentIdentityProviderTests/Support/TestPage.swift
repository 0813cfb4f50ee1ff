import HTTPTransport
import HTTPTypes
import HummingbirdTesting
import NIOCore

/// A response as a browser sees it.
struct TestPage: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        text = String(buffer: response.body)
    }

    var location: String { headers[.location] ?? "" }

    /// The parameters that a redirect hands to the client.
    var response: FormBody { FormBody(parsing: HTTPURL(location)?.query ?? "") ?? FormBody() }

    /// The action of the page's form.
    var action: String { text.firstMatch(of: /<form method="post" action="([^"]*)"/).map { Self.unescape($0.1) } ?? "" }

    /// The fields of the page's form.
    var fields: [(name: String, value: String)] {
        text.matches(of: /<input [^>]*>/).compactMap { input in
            guard let name = input.0.firstMatch(of: /name="([^"]*)"/)?.1 else { return nil }
            return (String(name), Self.unescape(input.0.firstMatch(of: /value="([^"]*)"/)?.1 ?? ""))
        }
    }

    /// The names of the form's fields that have an attribute.
    func fields(with attribute: String) -> [String] {
        text.matches(of: /<input [^>]*>/).filter { $0.0.contains(" \(attribute)") }.compactMap {
            $0.0.firstMatch(of: /name="([^"]*)"/).map { String($0.1) }
        }
    }

    /// The error that the page shows.
    var problem: String? { text.firstMatch(of: /data-error>([^<]*)</).map { Self.unescape($0.1) } }

    /// The target of the link whose text starts so.
    func link(_ words: String) -> String? {
        text.matches(of: /<a [^>]*href="([^"]*)"[^>]*>([^<]*)</).first { $0.2.hasPrefix(words) }.map {
            Self.unescape($0.1)
        }
    }

    private static func unescape(_ text: some StringProtocol) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'")
            .replacing("&amp;", with: "&")
    }
}
