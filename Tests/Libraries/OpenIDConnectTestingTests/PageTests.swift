import HTTPTransport
import HTTPTypes
import OpenIDConnectTesting
import Testing

/// Responses as a browser reads them.
@Suite struct PageTests {
    private func page(_ text: String) throws -> WebPage {
        let response = TransportResponse(status: .ok, body: Array(text.utf8))
        return WebPage(url: try #require(HTTPURL("https://app.example/")), response: response)
    }

    @Test("A form has its fields, filled in, checked and selected as the page has them") func form() throws {
        let page = try page(
            """
            <form method="post" action="/a"><input name="text" value="a &amp; b"><input type="checkbox" name="off">
            <input type="checkbox" name="on" value="yes" checked><textarea name="long">1 &lt; 2</textarea>
            <select name="first"><option value="x">X</option><option value="y">Y</option></select>
            <select name="second"><option value="x">X</option><option value="y" selected>Y</option></select></form>
            """)
        #expect(
            page.form(to: "/a")?.fields
                == ["text": "a & b", "on": "yes", "long": "1 < 2", "first": "x", "second": "y"])
        #expect(page.form(to: "/b") == nil)
    }

    @Test("Contents of comments, scripts and styles are no elements") func contents() throws {
        let page = try page(
            """
            <!-- don't <p data-x="comment"> --><script>if (a<b) { "<p data-x='script'>" }</script>
            <style>p::before { content: "<p data-x='style'>" }</style><p data-x="1">one</p>
            """)
        #expect(page.elements(having: "data-x").map(\.text) == ["one"])
    }

    @Test(
        "A cookie is removed by its age, or by a date in 1970",
        arguments: [
            ("a=1", false), ("a=1; Path=/; Max-Age=60", false), ("a=; Max-Age=0", true), ("a=; Max-Age=-1; ", true),
            ("a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", true),
            ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", false),
        ])
    func cookie(field: String, isExpiring: Bool) throws {
        #expect(try #require(SetCookie(field)).isExpiring == isExpiring)
        var jar: CookieJar = ["a": "0", "b": "2"]
        jar.store([field])
        #expect(jar.keys == (isExpiring ? ["b"] : ["a", "b"]))
    }
}
