import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Browsers that don't wait for their page, and those that want too many at once.
@Suite(.timeLimit(.minutes(2))) struct HangUpTests {
    @Test("A browser that hangs up ends the API call of its GET, but not of its POST") func calls() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            let gate = Gate()
            site.api.respond { request in
                guard request.method == .post else { return .never }
                await gate.pass()
                return nil
            }
            let posting = Task {
                try await browser.copy().post("/tasks", body: "task=milk&csrf=\(form.body[single: "csrf"] ?? "")")
            }
            await gate.waitForArrival()
            posting.cancel()
            _ = await posting.result
            let count = site.apiServer.requests.count
            let reading = Task { try await browser.copy().get("/tasks") }
            try await site.apiServer.waitForRequests(count + 1)
            reading.cancel()
            // The browser of the POST has hung up before, so its call would have ended by then.
            try await eventually { site.log.requests(at: "/tasks").contains { $0["status"] == "499" } }
            gate.open()
            try await eventually { site.log.requests(at: "/tasks").contains { $0["method"] == "POST" } }
            #expect(site.log.requests(at: "/tasks").last { $0["method"] == "POST" }?["status"] == "303")
        }
    }

    @Test("A browser that hangs up doesn't end the refresh of its tokens") func refresh() async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.provider.change { $0.refresh = .fault(.slow(.seconds(1))) }
            let before = site.provider.requests(at: .token).count
            let reading = Task { try await browser.copy().get("/tasks") }
            try await eventually { site.provider.requests(at: .token).count == before + 1 }
            reading.cancel()
            _ = await reading.result
            try await site.store.wait(for: .replaceTokens)
            #expect(try await browser.get("/tasks").status == 200)
            #expect(site.provider.requests(at: .token).count == before + 1)
        }
    }

    @Test("A browser that hangs up doesn't interrupt the end of its sign-in") func signIn() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let sent = try await browser.startSignIn()
            site.provider.change { $0.code = .fault(.slow(.seconds(1))) }
            let before = site.provider.requests(at: .token).count
            let finishing = Task { try await browser.follow(sent) }
            try await eventually { site.provider.requests(at: .token).count == before + 1 }
            finishing.cancel()
            _ = await finishing.result
            try await site.store.wait(for: .insert)
        }
    }

    @Test("A session's requests past 32 wait for the others, and other users' requests don't") func tooMany()
        async throws
    {
        try await Site.running { site in
            let alice = try await site.signedIn()
            _ = try await alice.tasks()
            let token = try #require(site.apiServer.requests.last?.headerFields[.authorization])
            let bob = try await site.signedIn(as: .bob)
            let gate = Gate()
            site.api.respond { request in
                if request.headerFields[.authorization] == token { await gate.pass() }
                return nil
            }
            let before = site.apiServer.requests.count
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<40 {
                    let tab = alice.copy()
                    group.addTask { try await tab.get("/tasks").status }
                }
                try await site.apiServer.waitForRequests(before + 32)
                #expect(try await bob.tasks().status == 200)
                #expect(site.apiServer.requests.count == before + 33)
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: .ok, count: 40))
        }
    }
}
