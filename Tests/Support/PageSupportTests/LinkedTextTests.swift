import PageSupport
import Testing

@Suite struct LinkedTextTests {
    private static let attributes = #"dir=ltr rel="noopener noreferrer nofollow""#

    @Test("A text without an address has no links", arguments: ["", "Milk", "a:b", "http://", "javascript:alert(1)"])
    func none(_ text: String) {
        #expect(LinkedText(text) == nil)
    }

    @Test("Each address of a text is a link to itself, and the text around it stays") func links() throws {
        let text = try #require(LinkedText("see http://a.example/b?c=d, or (https://é.example)!"))
        #expect(
            written { $0.text(text) } == """
                see <a \(Self.attributes) href="http://a.example/b?c=d">http://a.example/b?c=d</a>, or \
                (<a \(Self.attributes) href="https://é.example">https://é.example</a>)!
                """)
    }

    @Test("Addresses and the text around them are escaped byte by byte") func escaping() throws {
        let text = try #require(LinkedText("<b>&'\u{338}http://a.example/'&#\u{338}\u{FE0F}x\" onclick=\"\0\r"))
        #expect(
            written { $0.text(text) }.utf8.elementsEqual(
                """
                &lt;b&gt;&amp;&#39;\u{338}<a \(Self.attributes) href="http://a.example/&#39;&amp;#\u{338}\u{FE0F}x">\
                http://a.example/&#39;&amp;#\u{338}\u{FE0F}x</a>&quot; onclick=&quot;\u{FFFD}&#13;
                """.utf8))
    }
}
