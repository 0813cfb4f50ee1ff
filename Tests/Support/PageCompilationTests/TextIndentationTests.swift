import Testing

@Suite struct TextIndentationTests {
    @Test(
        "White space with a line feed in it becomes that line feed, in text alone",
        arguments: [
            ("<ul>\n    <li>a\n  \n\t b</li>\n</ul>\n", "<ul>\n<li>a\nb</li>\n</ul>"), ("a  b\t c", "a  b\t c"),
            ("<p title='a\n  b'>x</p>", "<p title='a\n  b'>x</p>"), ("<p\n  title='a'>x</p>", "<p\n  title='a'>x</p>"),
            ("<textarea>\n  a\n</textarea>\n  b", "<textarea>\n  a\n</textarea>\nb"),
            ("<pre>\n  a <b>x\n  </b>\n  y</pre>\n  b", "<pre>\n  a <b>x\n  </b>\n  y</pre>\nb"),
            ("<!-- a\n  b -->\n  c", "<!-- a\n  b -->\nc"),
        ])
    func text(_ source: String, _ expected: String) throws {
        let literal = expected.replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        #expect(try statements(source) == ["html.raw(\"\(literal)\")"])
    }

    @Test("A line behind one that held nothing but a mark has no indentation either") func behindMark() throws {
        let statements = try statements("a\n  {{#if x}}\n    <b>\n    c</b>\n  {{/if}}\n  d")
        #expect(statements == ["html.raw(\"a\\n\")", "if x {", "html.raw(\"<b>\\nc</b>\\n\")", "}", "html.raw(\"d\")"])
    }

    @Test("A branch can't open what is preformatted and leave it open") func branches() {
        #expect(fault("{{#if x}}<pre>{{/if}}a")?.contains("branches end at different places") == true)
    }
}
