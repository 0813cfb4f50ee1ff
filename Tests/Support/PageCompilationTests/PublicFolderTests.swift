import FoundationEssentials
import PageCompilation
import Testing

@Suite struct PublicFolderTests {
    private func compiled(_ files: [(String, String)]) throws -> String {
        let sources = files.map { PublicFolder.Source(name: $0.0, file: "/p/\($0.0)", content: Array($0.1.utf8)) }
        return try PageCompilation(templates: [], publicFiles: PublicFolder.files(sources) { $0 + [0] }).files
    }

    /// The content that is compiled in.
    private func content(_ name: String, _ source: String) throws -> String {
        let literal = try #require(try compiled([(name, source)]).firstMatch(of: #/plain: "([^"]*)"/#)).1
        return String(decoding: try #require(base64Decoded(String(literal))), as: UTF8.self)
    }

    @Test(
        "A style sheet loses comments, line breaks and needless spaces, and nothing that means something",
        arguments: [
            ("/* a */\na { color: red; margin: 0 auto; }\n", "a{color:red;margin:0 auto}"),
            ("a :hover, a:hover > b + c ,\nd { --x: a, b; }", "a :hover,a:hover>b + c,d{--x:a,b}"),
            ("a::before { content: \"  /* ; } \\\" */ \"; }", "a::before{content:\"  /* ; } \\\" */ \"}"),
            (
                "@media (max-width: 40rem) and (hover: none) {\n  a { b: calc(1px + 2px); }\n}",
                "@media (max-width:40rem) and (hover:none){a{b:calc(1px + 2px)}}"
            ),
            ("a{b:c} /* x\n y */ d{e:f}", "a{b:c}d{e:f}"),
            ("a { b: url(\"x  y\") 'z  z' }", "a{b:url(\"x  y\") 'z  z'}"), ("", ""),
            (
                "a { b: 0.5rem -0.5px 10.5% 0 00.5; c: d(0.1, 1 - 0.2) }",
                "a{b:.5rem -.5px 10.5% 0 00.5;c:d(.1,1 - .2)}"
            ),
            (".a-0.b { c: url(0.5.svg) url(/d/0.5) \"0.5\" }", ".a-0.b{c:url(0.5.svg) url(/d/0.5) \"0.5\"}"),
        ])
    func styles(_ source: String, _ expected: String) throws {
        #expect(try content("a.css", source) == expected)
    }

    @Test(
        "A script loses indentation, empty lines, lines of comments, and characters that mean nothing",
        arguments: [
            (
                "// a\n(() => {\n  \"use strict\"; // stays\n\n  f(`a // b`);  \n})();\n",
                "(()=>{\"use strict\"; // stays\nf(`a // b`);\n})();"
            ),
            (
                "if (a === \"x ; y\") { b(`c = ${d} : e`, 'f , \\' , g'); }\n",
                "if(a===\"x ; y\"){b(`c = ${d} : e`,'f , \\' , g');}\n"
            ),
            ("a = b + ++c - -d;", "a=b + ++c - -d;"), ("a = /[ ;] \"x/;", "a = /[ ;] \"x/;"),
            ("a = \"b; c", "a = \"b; c\n"), ("a = \"/ ; // b\" + c;", "a=\"/ ; // b\" + c;\n"),
            ("a = \"b\" / c;", "a = \"b\" / c;"),
            ("a\n  + b", "a\n+ b\n"), ("\t// x\n", ""), ("f(\n  a,\n  b\n)\n", "f(a,b\n)\n"),
            ("a; // b;\nc\n", "a; // b;\nc\n"),
            ("a(() => {\n  b = !c !== d;\n});\n", "a(()=>{b=!c!==d});"),
            ("{\n  while (a());\n}\n{\n  for (;;);\n}\n", "{while(a());}\n{for(;;);}\n"),
        ])
    func scripts(_ source: String, _ expected: String) throws {
        #expect(try content("a.js", source) == expected)
    }

    @Test(
        "A script or style sheet that can't be stripped safely is refused",
        arguments: [("a.css", "a{} /* x"), ("a.css", "a/**/b{}"), ("a.css", "a{b:\"c}"), ("a.js", "f(`a\n  b`)")])
    func refused(_ name: String, _ source: String) {
        #expect(throws: TemplateError.self) { try compiled([(name, source)]) }
    }

    @Test("Files of other types stay as they are") func others() throws {
        #expect(try content("a.svg", "<svg>\n  <g/>\n</svg>") == "<svg>\n  <g/>\n</svg>")
    }

    @Test(
        "A file names others by their paths, and its own path follows theirs",
        arguments: [
            ("a.webmanifest", "{\"src\": \"{{asset \"a.svg\"}}\"}", "{\"src\": \"PATH\"}"),
            ("a.css", "a { b: url({{asset \"a.svg\"}}) }", "a{b:url(PATH)}"),
            ("a.js", "f('{{asset \"a.svg\"}}');\n  g()", "f('PATH');g()\n"),
        ])
    func names(_ name: String, _ source: String, _ expected: String) throws {
        let one = try compiled([(name, source), ("a.svg", "1")])
        let path = try #require(one.firstMatch(of: #//assets/a-[0-9a-f]{8}\.svg/#)).0
        let contents = try one.matches(of: #/plain: "([^"]*)"/#).map {
            String(decoding: try #require(base64Decoded(String($0.1))), as: UTF8.self)
        }
        #expect(contents.contains(expected.replacing("PATH", with: path)))
        let other = try compiled([(name, source), ("a.svg", "2")])
        let paths = [one, other].map { $0.firstMatch(of: #//assets/a-[0-9a-f]{8}\.(?:webmanifest|css|js)/#)?.0 }
        #expect(paths[0] != nil && paths[0] != paths[1])
    }

    @Test(
        "A file is refused if it names one that isn't in the folder, or one that names others itself",
        arguments: ["{{asset \"b.svg\"}}", "{{asset \"a.svg", "{{asset \"b.css\"}}"])
    func nameWithoutFile(_ text: String) {
        let others = [("a.svg", "1"), ("b.css", "a{b:url({{asset \"a.svg\"}})}")]
        #expect(throws: TemplateError.self) { try compiled([("a.webmanifest", text)] + others) }
    }

    private func base64Decoded(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }
}
