import HTTPTypes
import Hummingbird
import PageSupport
import Testing

@testable import TasksWeb

@Suite struct StaticFilesTests {
    private let files = StaticFiles(PublicFiles.all)

    private func response(_ request: Request) async throws -> Response? {
        try files.response(to: request, try await InProcess.context())
    }

    @Test("Each file is served with its type, to be cached for good", arguments: PublicFiles.all.map(\.path))
    func served(_ path: String)
        async throws
    {
        let response = try #require(try await response(InProcess.request(.get, path)))
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(response.headers[.contentType]?.isEmpty == false)
        #expect(response.headers[.contentEncoding] == nil)
        #expect(try await !response.text.isEmpty)
    }

    @Test("A browser that accepts gzip gets it, and caches see Vary") func gzip() async throws {
        let css = try #require(PublicFiles.all.first { $0.path.hasSuffix(".css") })
        let response = try #require(
            try await response(InProcess.request(.get, css.path, [.acceptEncoding: "gzip, br"])))
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.body.contentLength.map { $0 < css.plain.count } == true)
    }

    @Test(
        "A browser that doesn't accept gzip gets the plain file",
        arguments: [
            "gzip;q=0", "gzip ; Q=0.000", "br, gzip;q=0, *", "x-notgzip", "br", "", "gzip;q=much", "*;q=0",
        ])
    func plain(accepted: String) async throws {
        let css = try #require(PublicFiles.all.first { $0.path.hasSuffix(".css") })
        let response = try #require(
            try await response(InProcess.request(.get, css.path, [.acceptEncoding: accepted])))
        #expect(response.headers[.contentEncoding] == nil)
        #expect(try await Array(response.text.utf8) == css.plain)
    }

    @Test(
        "Each way to accept gzip counts", arguments: ["GZIP", "*", "br;q=1.0, gzip;q=0.8, *;q=0.1", "br,\tgzip ; q=1"])
    func gzip(accepted: String) async throws {
        let css = try #require(PublicFiles.all.first { $0.path.hasSuffix(".css") })
        let response = try #require(
            try await response(InProcess.request(.get, css.path, [.acceptEncoding: accepted])))
        #expect(response.headers[.contentEncoding] == "gzip")
    }

    @Test("Any other method at a file gets the allowed ones") func methods() async throws {
        let path = try #require(PublicFiles.all.first?.path)
        #expect(try await response(InProcess.request(.head, path))?.status == .ok)
        let error = await #expect(throws: HTTPError.self) { try await response(InProcess.request(.post, path)) }
        #expect(error?.status == .methodNotAllowed)
        #expect(error?.headers[.allow] == "GET, HEAD")
    }

    @Test("The hash of another version gets this version's file, which caches don't store under that name")
    func otherVersion() async throws {
        let script = try #require(PublicFiles.all.first { $0.name == "more.js" })
        let response = try #require(try await response(InProcess.request(.get, "/assets/more-00000000.js")))
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(response.headers[.contentType] == script.contentType)
        #expect(try await Array(response.text.utf8) == script.plain)
    }

    @Test(
        "A path outside of the folder is no file",
        arguments: [
            "/assets/", "/assets/app.css", "/assets/app-0000000.css", "/assets/app-0000000g.css",
            "/assets/other-00000000.css",
            "/assets/x/app-00000000.css", "/assets/app-00000000.js.css", "/assets/../app.css", "/Package.swift", "/",
        ])
    func noFile(_ path: String) async throws {
        #expect(try await response(InProcess.request(.get, path)) == nil)
    }
}
