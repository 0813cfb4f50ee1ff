import PageCompilation
import Testing

@Suite struct PageWriterTests {
    @Test("Each expression stands at its line and column of the template, so that the compiler's messages lead there")
    func sourceLocations() throws {
        let source = "<p>\n<p title='x' class='{{ first }}'>{{#if second}}\n             {{> third }}{{/if}}"
        let lines = try compiled(source).split(separator: "\n", omittingEmptySubsequences: false)
        for (name, line, column) in [("first", 2, 24), ("second", 2, 40), ("third", 3, 18)] {
            let index = try #require(lines.firstIndex { $0.contains(name) && !$0.contains("raw") })
            #expect(lines[index - 1] == "#sourceLocation(file: \"/pages/Page.html\", line: \(line))")
            #expect(lines[index + 1] == "#sourceLocation()")
            let range = try #require(lines[index].firstRange(of: name))
            #expect(lines[index][..<range.lowerBound].utf8.count + 1 == column)
        }
    }

    @Test("A page without its struct is an error at the template's first line")
    func missingModel() throws {
        #expect(
            try compiled("x").hasPrefix(
                "import PageSupport\n\n#sourceLocation(file: \"/pages/Page.html\", line: 1)\nextension Page {\n#sourceLocation()\n"
            ))
    }

    @Test(
        "Constant parts become literals in ASCII",
        arguments: [
            ("a\"b\\(c)\t", #"html.raw("a\"b\\(c)\t")"#),
            ("\u{301}ü\u{202E}\0", #"html.raw("\u{301}\u{fc}\u{202e}\u{0}")"#),
        ])
    func literals(source: String, expected: String) throws {
        #expect(try statements(source) == [expected])
    }

    @Test("The output does not depend on the order of the input")
    func order() throws {
        let templates = try ["B", "A", "C"].map {
            try Template(name: $0, file: "/t/\($0).html", content: Array("x".utf8))
        }
        let files = try ["b.css", "a.css"].map {
            try PublicFile(name: $0, file: "/p/\($0)", content: [1], gzipped: nil)
        }
        let one = try PageCompilation(templates: templates, publicFiles: files)
        let other = try PageCompilation(templates: templates.reversed(), publicFiles: files.reversed())
        #expect(one.pages == other.pages)
        #expect(one.files == other.files)
    }
}
