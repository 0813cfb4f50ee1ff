import PageCompilation
import Testing

@Suite struct PublicFileTests {
    private func source(_ name: String, content: String, gzipped: [UInt8]? = nil) throws -> String {
        try PageCompilation(
            templates: [],
            publicFiles: [
                try PublicFile(name: name, file: "/p/\(name)", content: Array(content.utf8), gzipped: gzipped)
            ]
        ).files
    }

    @Test("A file is compiled in with its content's FNV-1a hash in its path")
    func hashedPath() throws {
        let source = try source("app.min.js", content: "foobar")
        #expect(source.contains("path: \"/assets/app.min-72ad2699.js\""))
        #expect(source.contains("contentType: \"text/javascript; charset=utf-8\""))
        #expect(source.contains("plain: \"Zm9vYmFy\""))
    }

    @Test("A file's gzip form is compiled in only if it is smaller")
    func gzip() throws {
        #expect(try source("a.css", content: "abc", gzipped: [1, 2]).contains("gzipped: \"AQI=\""))
        #expect(try source("a.css", content: "abc", gzipped: [1, 2, 3]).contains("gzipped: nil"))
        #expect(try source("a.css", content: "abc").contains("gzipped: nil"))
    }

    @Test("A folder without files makes an empty list")
    func none() throws {
        #expect(
            try PageCompilation(templates: [], publicFiles: []).files.contains(
                "static let all: [CompiledAsset] = [\n    ]"))
    }

    @Test(
        "A name that can't stand in a path, or says no content type, is refused",
        arguments: ["a b.css", "ä.css", "a\".css", "a/b.css", ".css", "css", "a.xyz", "a.CSS", "a."])
    func refused(name: String) {
        #expect(throws: TemplateError.self) { try PublicFile(name: name, file: "/p/x", content: [], gzipped: nil) }
    }
}
