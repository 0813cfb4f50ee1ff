import Testing

@Suite struct BlockTests {
    @Test("Branches become Swift's if and else")
    func branches() throws {
        #expect(
            try statements("{{#if let x = y}}1{{else if z > 2}}2{{ else }}3{{/if}}") == [
                "if let x = y {", "html.raw(\"1\")", "} else if z > 2 {", "html.raw(\"2\")", "} else {",
                "html.raw(\"3\")", "}",
            ])
    }

    @Test(
        "Loops take any sequence and pattern; the last `as` is the loop's",
        arguments: [
            ("{{#each items as item}}{{/each}}", "for item in (items) {"),
            ("{{#each items.enumerated() as (index, item)}}{{/each}}", "for (index, item) in (items.enumerated()) {"),
            ("{{#each items as [Any] as item}}{{/each}}", "for item in (items as [Any]) {"),
        ])
    func loops(source: String, line: String) throws {
        #expect(try statements(source).first == line)
    }

    @Test("Partials and layouts render into the same page")
    func templates() throws {
        #expect(try statements("{{> Row(item: x) }}") == ["(Row(item: x)).render(into: &html)"])
        #expect(
            try statements("{{#layout Site(a: 1)}}x{{/layout}}") == [
                "(Site(a: 1)).render(into: &html) { html in", "html.raw(\"x\")", "}",
            ])
        let layout = try compiled("<main>{{content}}</main>")
        #expect(layout.contains("func render(into html: inout HTML, content: (inout HTML) -> Void) {"))
        #expect(layout.contains("content(&html)"))
        #expect(try compiled("<main></main>").contains("func render(into html: inout HTML) {"))
    }

    @Test("Assets become their public paths")
    func assets() throws {
        let line = try #require(try statements("<link href='{{asset \"app.css\"}}'>").first)
        #expect(line.wholeMatch(of: /html\.raw\("<link href='\/assets\/app-[0-9a-f]{8}\.css'>"\)/) != nil)
        #expect(fault("<p>\n{{asset \"app.js\"}}") == "2:1: there is no public file 'app.js'")
        #expect(fault("<p>{{asset app}}")?.contains("write asset \"name\"") == true)
    }

    @Test(
        "A line of white space and one block mark vanishes",
        arguments: [
            (
                "a\n  {{#if x}}  \nb\n\t{{/if}}\nc",
                ["html.raw(\"a\\n\")", "if x {", "html.raw(\"b\\n\")", "}", "html.raw(\"c\")"]
            ),
            ("a\r\n{{! x }}\r\nb", ["html.raw(\"a\\nb\")"]),
            ("{{! x\ny }}\nb", ["html.raw(\"b\")"]),
            ("a {{! x }}\nb", ["html.raw(\"a \\nb\")"]),
            ("{{#if x}} {{/if}}\n.", ["if x {", "html.raw(\" \")", "}", "html.raw(\"\\n.\")"]),
            (" {{ x }}\n.", ["html.raw(\" \")", "html.text(x)", "html.raw(\"\\n.\")"]),
            ("a\n\n", ["html.raw(\"a\\n\")"]), ("{{#if x}}\na\n{{/if}}\n", ["if x {", "html.raw(\"a\\n\")", "}"]),
        ])
    func lines(source: String, expected: [String]) throws {
        #expect(try statements(source) == expected)
    }

    @Test(
        "Expressions may hold braces and strings that look like a mark's end",
        arguments: ["a[\"}}\"]", "a.map { $0 }", "a.map{{$0}()}.first", "\"\\\"}}\"", "f(\n  a)"])
    func expressions(code: String) throws {
        #expect(try compiled("{{ \(code) }}").contains("html.text(\(code))"))
    }

    @Test(
        "Branches and loops leave HTML where all ways meet",
        arguments: [
            "<input {{#if x}}checked{{/if}}>", "<input{{#if x}} checked{{/if}} class=a>",
            "<a class=b{{#if x}} rel=next{{/if}}>", "<li{{#if x}} data-x=1{{else}} data-x=2{{/if}}>",
            "<input {{#if x}}checked {{/if}}disabled>",
            "<p {{#if x}}class=\"a\"{{else}}hidden{{/if}}>", "<p class='{{#if x}}a{{/if}} b'>",
            "<p class='{{#each x as y}}{{ y }} {{/each}}'>",
            "<p class={{#if x}}>", "{{#if x}}<p class='a'{{else}}<p class='b'{{/if}}>", "{{#if x}}<ul>{{/if}}<li>",
            "<p {{! x }}class=a>",
            "<a href='/x{{#if y}}?y={{ y }}{{/if}}'>",
            "<p {{#if x}}data-x='{{ x }}'{{/if}} {{#if y}}data-y='{{ y }}'{{/if}}>",
        ])
    func meeting(source: String) {
        // The one that is none: a block can't be an unquoted value.
        #expect((fault(source) == nil) == !source.contains("class={{"))
    }

    @Test(
        "Branches and loops that leave HTML at different places are refused",
        arguments: [
            ("{{#if x}}<p class='{{/if}}'>", "branches end"),
            ("{{#if x}}<p{{/if}}>", "branches end"),
            ("{{#if x}}<title>{{else}}<p>{{/if}}", "branches end"),
            ("{{#if x}}<title>{{else}}<textarea>{{/if}}", "branches end"),
            ("{{#if x}}<p class='{{else}}<p class=\"{{/if}}'>", "branches end"),
            ("{{#if x}}<p class='{{else}}<p style='{{/if}}'>", "no mark can stand"),
            ("{{#if x}}<p class='{{else}}<p title='{{/if}}'>", "branches end"),
            ("{{#if x}}<script>{{/if}}", "no mark can stand"),
            ("{{#if x}}<!--{{/if}}-->", "no mark can stand"),
            ("<p {{#if x}}class{{/if}}='a'>", "white space"),
            ("<p class=a{{#if x}}b{{/if}}>", "white space"),
            ("<p {{#if x}}class=a{{/if}}b>", "white space"),
            ("<p {{#if x}}data{{/if}}-a='b'>", "white space"),
            ("<in{{#if x}}put{{/if}}>", "white space"),
            ("{{#each x as y}}<p class='{{/each}}'>", "does not end where it began"),
            ("<p class='{{#each x as y}}'>{{/each}}", "does not end where it began"),
            ("<a href='{{#each x as y}}{{ y }}{{/each}}'>", "does not end where it began"),
            ("{{#layout x}}<p class='{{/layout}}'>", "layout's block ends"),
            ("{{#layout x}}<pre>{{/layout}}</pre>", "layout's block ends"),
        ])
    func parting(source: String, message: String) throws {
        let found = try #require(fault(source))
        #expect(found.contains(message), "\(found)")
    }
}
