import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct LoopbackNamesTests {
    private func location(
        site: String = "http://localhost:3000/auth/openid/return", at authority: String,
        _ path: String = "/tasks?show=all",
        method: HTTPRequest.Method = .get, fields: HTTPFields = [:]
    ) throws -> String? {
        let names = LoopbackNames(site: try #require(HTTPURL(site)))
        let response = names.redirect(of: InProcess.request(method, path, authority: authority, fields))
        #expect(response == nil || response?.status == .seeOther)
        return response?.location
    }

    @Test(
        "A navigation by another loopback name goes to the public one, with its path and query",
        arguments: [
            "127.0.0.1:3000", "127.1.2.3:3000", "[::1]:3000",
        ])
    func sentOn(_ authority: String) throws {
        #expect(try location(at: authority) == "http://localhost:3000/tasks?show=all")
        #expect(try location(at: authority, method: .head) == "http://localhost:3000/tasks?show=all")
    }

    @Test("A navigation by a loopback address goes to the public address, too") func otherWay() throws {
        let site = "https://127.0.0.1:8443/auth/openid/return"
        #expect(try location(site: site, at: "localhost:8443", "/") == "https://127.0.0.1:8443/")
    }

    @Test(
        "The public name itself, another port and any other name pass",
        arguments: [
            "localhost:3000", "LOCALHOST:3000", "127.0.0.1:3001", "127.0.0.1", "localhost", "evil.example:3000",
            "127.0.0.1.evil.example:3000",
            "localhost.evil.example:3000", "128.0.0.1:3000", "user@127.0.0.1:3000", "", ":3000", "[::2]:3000",
        ])
    func passed(_ authority: String) throws {
        #expect(try location(at: authority) == nil)
    }

    @Test("A site with its own name redirects no request") func realSite() throws {
        #expect(try location(site: "https://tasks.example/auth/openid/return", at: "127.0.0.1") == nil)
    }

    @Test("A POST and what is no navigation pass") func noNavigation() throws {
        #expect(try location(at: "127.0.0.1:3000", method: .post) == nil)
        #expect(try location(at: "127.0.0.1:3000", fields: [.secFetchMode: "cors"]) == nil)
        #expect(try location(at: "127.0.0.1:3000", fields: [.accept: "application/json"]) == nil)
    }

    @Test(
        "However odd the path is, a redirect to the public name stays at this site",
        arguments: ["//evil.example", "/\\evil.example", "/@evil.example", "/.evil.example"])
    func oddPaths(_ path: String) throws {
        let location = try #require(try location(at: "127.0.0.1:3000", path))
        #expect(location.hasPrefix("http://localhost:3000/"))
    }
}
