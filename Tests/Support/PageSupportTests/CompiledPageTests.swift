import PageSupport
import Testing

@Suite struct CompiledPageTests {
    @Test("A page with every mark comes out as its template says")
    func wholePage() throws {
        let css = try #require(PublicFiles.all.first { $0.name == "sample.css" })
        let page = SamplePage(title: "Tea", link: "/tea", number: 7, items: ["milk", "}}", "done"])
        #expect(
            written { page.render(into: &$0) } == """
                <!doctype html>
                <title>Tea</title>
                <link rel="stylesheet" href="\(css.path)">
                <main>
                <!-- a comment -->
                <a href="/tea" title='Tea'>Tea</a>
                <a href="/items/Tea/edit?q=Tea&amp;n=7#Tea">edit</a>
                <textarea>Tea</textarea>
                3
                <ul>
                <li  class="row open">milk</li>
                <li hidden class="row done">done</li>
                </ul>

                </main>
                """)
    }

    @Test("Branches follow their conditions", arguments: [([], "none"), (["a"], "one"), (["a", "b"], "2")])
    func branches(items: [String], expected: String) {
        let page = written { SamplePage(title: "", link: "", number: nil, items: items).render(into: &$0) }
        #expect(page.contains("</textarea>\n\(expected)\n<ul>"))
        #expect(!page.contains("&amp;n="))
    }

    @Test(
        "No value changes the markup around it",
        arguments: [
            "<script>alert(1)</script>", "</title><script>", "</textarea><img src=x onerror=alert(1)>",
            "\" onmouseover=\"alert(1)",
            "\"\u{301} onmouseover=\"\u{301}", "' autofocus onfocus='x", "<\u{338}img>", "-->", "\0<\0",
            "javascript:alert(1)",
            "../../x?y#z",
            "&lt;script&gt;", "\u{2028}<b>", "}}{{ title }}",
        ])
    func hostile(value: String) {
        func skeleton(_ value: String) -> String {
            let page = written { SamplePage(title: value, link: value, number: 1, items: [value]).render(into: &$0) }
            return String(decoding: page.utf8.filter { "<>\"'".utf8.contains($0) }, as: UTF8.self)
        }
        #expect(skeleton(value) == skeleton("x"))
    }

    @Test("Public files come with their type, a hash in the path, and gzip where it is smaller")
    func publicFiles() throws {
        #expect(PublicFiles.all.map(\.name) == ["sample.css", "tiny.txt"])
        let css = try #require(PublicFiles.all.first)
        let tiny = try #require(PublicFiles.all.last)
        #expect(css.path.wholeMatch(of: /\/assets\/sample-[0-9a-f]{8}\.css/) != nil)
        #expect(css.contentType == "text/css; charset=utf-8")
        #expect(css.plain.starts(with: ".row-0{color:#222}".utf8))
        #expect(try #require(css.gzipped).starts(with: [0x1F, 0x8B]))
        #expect(try #require(css.gzipped).count < css.plain.count)
        #expect(tiny.plain == Array("x\n".utf8))
        #expect(tiny.gzipped == nil)
    }
}
