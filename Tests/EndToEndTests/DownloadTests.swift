import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Synchronization
import TestSupport
import Testing

/// All of a user's tasks as a file.
@Suite(.timeLimit(.minutes(3))) struct DownloadTests {
    /// A task as Latchkey's API has it.
    private struct Item: Decodable {
        let id, task, owner, creationDate: String
        let completed: Bool
    }

    private static let paths = ["/tasks.txt", "/tasks.json"]

    /// A part of numbered tasks, as an API sends it in pages of a hundred.
    private static func part(of count: Int, for request: RecordedRequest) throws -> LoopbackResponse {
        let query = FormBody(parsing: request.query ?? "") ?? FormBody()
        let start = query[single: "after"].flatMap { Int($0) }.map { $0 + 1 } ?? 0
        let numbers = start..<min(count, start + 100)
        let items = numbers.map { #"{"id":"\#($0)","task":"Task \#($0)","completed":\#($0 % 2 == 1)}"# }
        var fields: HTTPFields = [.contentType: "application/json"]
        if numbers.upperBound < count {
            fields[try #require(HTTPField.Name("Link"))] = "</tasks?after=\(numbers.upperBound - 1)>; rel=\"next\""
        }
        return LoopbackResponse(headerFields: fields, body: "[\(items.joined(separator: ","))]")
    }

    /// Has the API send so many tasks, but respond to requests for later parts by a script.
    private static func send(_ count: Int, from site: Site, later: @escaping ScriptedAPI.Script = { _ in nil }) {
        site.api.respond { request in
            if request.query?.contains("after=") == true, let response = await later(request) { return response }
            return try? part(of: count, for: request)
        }
    }

    private static func head(_ path: String, _ browser: Browser, _ site: Site) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost:\(site.url.port ?? 0)\r\nCookie: \(browser.cookies.field)\r\n"
            + "Accept: text/html\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n\r\n"
    }

    @Test("A user downloads the tasks that the page shows, and others' are not among them") func own() async throws {
        try await Site.running { site in
            let (alice, bob) = (try await site.signedIn(), try await site.signedIn(as: .bob))
            for (browser, text) in [(alice, "Milk \"fresh\""), (bob, "Bread"), (alice, "Tea\u{2028}green")] {
                let csrf = try await site.formToken(browser)
                #expect(try await browser.post("/tasks", FormBody([("csrf", csrf), ("task", text)])).status == 303)
            }
            let first = try #require(try await alice.tasks().taskIDs.first)
            let csrf = try await site.formToken(alice)
            _ = try await alice.post("/tasks/\(first)", FormBody([("csrf", csrf), ("completed", "true")]))
            let text = try await alice.get("/tasks.txt")
            #expect(text.status == 200 && text.text == "[x] Milk \"fresh\"\n[ ] Tea green\n")
            #expect(text["Content-Type"] == "text/plain; charset=utf-8")
            #expect(text["Content-Disposition"] == "attachment; filename=\"tasks.txt\"")
            #expect(text["Cache-Control"] == "no-store" && text["X-Content-Type-Options"] == "nosniff")
            let json = try await alice.get("/tasks.json")
            #expect(json["Content-Type"] == "application/json" && json["Cache-Control"] == "no-store")
            #expect(json["Content-Disposition"] == "attachment; filename=\"tasks.json\"")
            let items = try JSONDecoder().decode([Item].self, from: Data(json.body))
            #expect(items.map(\.task) == ["Milk \"fresh\"", "Tea\u{2028}green"])
            #expect(items.map(\.completed) == [true, false] && items.first?.id == first)
            #expect(items.allSatisfy { !$0.owner.isEmpty && $0.creationDate.hasSuffix("Z") })
        }
    }

    @Test("Ten thousand tasks are downloaded in pages of a hundred", arguments: paths)
    func tenThousand(_ path: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            Self.send(10_000, from: site)
            let before = site.apiServer.requests.count
            let page = try await browser.get(path)
            #expect(page.status == 200 && page["Content-Length"] == nil)
            let lines = page.text.split(separator: "\n")
            #expect(lines.count == (path == "/tasks.txt" ? 10_000 : 10_002))
            #expect(lines.allSatisfy { $0.contains("Task ") || $0 == "[" || $0 == "]" })
            #expect(page.text.contains("Task 9999"))
            let requests = site.apiServer.requests.dropFirst(before)
            #expect(requests.count == 100)
            for name in ["X-Correlation-ID", "traceparent"] {
                let name = try #require(HTTPField.Name(name))
                #expect(Set(requests.map { $0.headerFields[name] }).count == 1, "all are one request's")
            }
        }
    }

    @Test("Tasks of the quickstart's dialect have the members that its API sends") func quickstart() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(always: .json(#"[{"Text":"a","_id":"1"},{"task":"b"}]"#))
            #expect(try await browser.get("/tasks.txt").text == "[ ] a\n[ ] b\n")
            #expect(
                try await browser.get("/tasks.json").text
                    == "[\n{\"id\":\"1\",\"task\":\"a\"},\n{\"task\":\"b\"}\n]\n")
        }
    }

    @Test("A download of no tasks is empty") func none() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            #expect(try await browser.get("/tasks.txt").text == "")
            #expect(try await browser.get("/tasks.json").text == "[]\n")
        }
    }

    @Test("HEAD of a download has GET's fields, no length and no body", arguments: paths)
    func head(_ path: String) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let head = Self.head(path, browser, site).replacing("GET ", with: "HEAD ")
            let response = try await rawResponse(to: head, at: site.url.port ?? 0)
            #expect(response.hasPrefix("HTTP/1.1 200 ") && response.hasSuffix("\r\n\r\n"))
            #expect(response.contains("Content-Disposition: attachment"))
            #expect(!response.contains("Content-Length") && !response.contains("0\r\n\r\n"))
            let page = try await browser.get(path, method: .head)
            #expect(page.status == 200 && page.body.isEmpty)
        }
    }

    @Test("Without a session a download leads to sign-in and back", arguments: paths)
    func signedOut(_ path: String) async throws {
        try await Site.running { site in
            let browser = site.browser()
            let page = try await browser.get(path)
            #expect(page.status == 303 && page.location == "/sign-in?returnTo=%2F\(path.dropFirst())")
            #expect(try await browser.fetch(path).status == 401)
            let signedIn = try await browser.signIn("/sign-in?returnTo=\(path)")
            #expect(signedIn.location == path)
            #expect(try await browser.get(path).status == 200)
        }
    }

    @Test(
        "If the first part can't be fetched, the response is the same page as that of the tasks",
        arguments: APIFaultTests.faults)
    func firstPart(name: String, response: LoopbackResponse, status: HTTPResponse.Status) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            site.api.respond(always: response)
            let page = try await browser.get("/tasks.json")
            site.expectErrorPage(page, status)
            #expect(page["Content-Disposition"] == nil)
            site.api.behave()
            #expect(try await browser.get("/tasks.json").status == 200)
        }
    }

    /// Responses to the request for a later part that end a download.
    static let laterFaults: [(name: String, response: LoopbackResponse)] = [
        ("500", LoopbackResponse(.internalServerError)), ("503", LoopbackResponse(.serviceUnavailable)),
        ("HTML", LoopbackResponse(headerFields: [.contentType: "text/html"], body: "<h1>Proxy</h1>")),
        ("no response", .drop), ("half a list", .json(#"[{"id":"100","task":"#)),
    ]

    @Test(
        "A fault of a later part ends the response without its last chunk, and the log says why", arguments: laterFaults
    )
    func laterPart(name: String, response: LoopbackResponse) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            Self.send(200, from: site) { _ in response }
            let text = try await rawResponse(to: Self.head("/tasks.txt", browser, site), at: site.url.port ?? 0)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("Transfer-Encoding: chunked"))
            #expect(text.contains("[x] Task 99\n") && !text.hasSuffix("0\r\n\r\n"))
            let line = site.log.entries.last { $0.message == "The download broke off" }
            #expect(line.map { "\($0.level)" } == "warning" && line?.fields["reason"]?.isEmpty == false)
            #expect(line?.fields["correlation"] != nil)
            await #expect(throws: TransportError.self) { try await browser.get("/tasks.txt") }
            // Of the session nothing has changed.
            site.api.behave()
            try await browser.tasks()
        }
    }

    @Test("Over HTTP/2 a fault of a later part is an error too, and the connection goes on") func laterPartOverHTTP2()
        async throws
    {
        let certificate = try await TestCertificate()
        try await Site.running(changing: { $0.certificate = certificate }) { site in
            let browser = try await site.signedIn()
            Self.send(200, from: site) { _ in LoopbackResponse(.internalServerError) }
            await #expect(throws: TransportError.self) { try await browser.get("/tasks.txt") }
            Self.send(200, from: site)
            #expect(try await browser.get("/tasks.txt").text.hasSuffix("[x] Task 199\n"))
        }
    }

    @Test("A later part whose token is refused gets another token, which the next request has as well") func refresh()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let refused = Mutex<String?>(nil)
            Self.send(300, from: site) { request in
                let token = request.headerFields[.authorization]
                let isRefused = refused.withLock { refused in
                    refused = refused ?? token
                    return refused == token
                }
                return isRefused ? LoopbackResponse(.unauthorized) : nil
            }
            #expect(try await browser.get("/tasks.txt").text.hasSuffix("[x] Task 299\n"))
            #expect(site.provider.requests(at: .token).count { $0["grant_type"] == "refresh_token" } == 1)
            // The browser's cookie still has the former token, and the session's row the new one.
            #expect(try await browser.get("/tasks.json").text.contains("Task 299"))
            site.api.behave()
            try await browser.tasks()
        }
    }

    @Test("A challenge of the API leads to the provider before the download starts, and ends it later") func stepUp()
        async throws
    {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let challenge = LoopbackResponse(
                .unauthorized,
                headerFields: [
                    try #require(HTTPField.Name("WWW-Authenticate")):
                        #"Bearer error="insufficient_user_authentication", max_age="5""#
                ])
            site.api.respond(always: challenge)
            let page = try await browser.get("/tasks.txt")
            #expect(page.status == 303 && page.location?.hasPrefix(site.provider.url.description) == true)
            Self.send(200, from: site) { _ in challenge }
            await #expect(throws: TransportError.self) { try await browser.get("/tasks.txt") }
            site.api.behave()
            try await browser.tasks()
        }
    }

    @Test("A browser that hangs up while a later part is requested ends that request, and frees its place")
    func hangUp() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let before = site.apiServer.requests.count
            for number in 1...5 {
                Self.send(200, from: site) { _ in .never }
                let count = site.apiServer.requests.count
                try await RawConnection.open(site.url.port ?? 0) { connection in
                    try await connection.send(Self.head("/tasks.txt", browser, site))
                    try await site.apiServer.waitForRequests(count + 2)
                }
                #expect(site.apiServer.requests.count == before + 2 * number)
            }
            // A sixth would have to wait for one of four places.
            Self.send(200, from: site)
            #expect(try await browser.get("/tasks.txt").status == 200)
            #expect(site.log.entries.allSatisfy { $0.message != "The download broke off" }, "it is no fault")
        }
    }

    @Test("Of a session's downloads past four each waits for another, and its pages don't") func limit() async throws {
        try await Site.running { site in
            let (alice, bob) = (try await site.signedIn(), try await site.signedIn(as: .bob))
            let gate = Gate()
            Self.send(200, from: site) { _ in
                await gate.pass()
                return nil
            }
            let before = site.apiServer.requests.count
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<6 {
                    let tab = alice.copy()
                    group.addTask { try await tab.get("/tasks.txt").status }
                }
                try await site.apiServer.waitForRequests(before + 8)
                _ = try await alice.tasks()
                #expect(try await bob.get("/tasks.json", method: .head).status == 200)
                #expect(site.apiServer.requests.count == before + 10, "two downloads wait")
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: .ok, count: 6))
        }
    }
}
