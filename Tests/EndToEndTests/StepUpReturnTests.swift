import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// What is checked when a user comes back from a stronger or fresher sign-in, and what is left of what they typed.
@Suite struct StepUpReturnTests {
    /// Makes the API ask for a sign-in by a parameter in each response to a method.
    private static func demand(_ parameter: String, of method: HTTPRequest.Method = .post, _ site: Site) throws {
        let name = try #require(HTTPField.Name("WWW-Authenticate"))
        let field = #"Bearer error="insufficient_user_authentication", \#(parameter)"#
        site.api.respond { $0.method == method ? LoopbackResponse(.unauthorized, headerFields: [name: field]) : nil }
    }

    /// A browser that has typed a task, and was sent to the provider; with the response that sent it there.
    private static func challenged(_ parameter: String, _ site: Site) async throws -> (Browser, WebPage) {
        let browser = try await site.signedIn()
        let form = try #require(try await browser.tasks().form(to: "/tasks"))
        try demand(parameter, site)
        let page = try await browser.submit(form.with("task", "Buy milk"))
        try #require(page.status == 303 && page.location?.hasPrefix(site.provider.url.description) == true)
        return (browser, page)
    }

    private static let now = TestClock.running().seconds
    /// What the API asks for, and claims of an ID token that aren't that.
    static let shortfalls: [(parameter: String, claims: JSONMembers)] = [
        (#"acr_values="gold silver""#, [:]), (#"acr_values="gold silver""#, ["acr": "bronze"]),
        (#"acr_values="gold silver""#, ["acr": "gold silver"]), (#"acr_values="gold silver""#, ["acr": ["gold"]]),
        (#"acr_values="gold silver""#, ["acr": ""]), (#"acr_values="1""#, ["acr": 1]),
        (#"max_age="10""#, ["auth_time": .int(Int(now) - 1000)]), (#"max_age="10""#, ["auth_time": .null]),
        (#"max_age="10""#, ["auth_time": "now"]),
    ]

    @Test(
        "A sign-in that isn't what the API asked for is a 400 page, the session stays, and what was typed is stored",
        arguments: shortfalls)
    func shortfall(parameter: String, claims: JSONMembers) async throws {
        try await Site.running { site in
            let (browser, page) = try await Self.challenged(parameter, site)
            site.provider.change { $0.claims = claims }
            let refused = try await browser.follow(try await browser.follow(page))
            site.expectErrorPage(refused, 400)
            site.provider.behave()
            site.api.behave()
            let tasks = try await browser.tasks()
            #expect(tasks.userName == "Alice" && tasks.tasks == [])
            #expect(tasks.form(to: "/tasks/kept") != nil)
        }
    }

    @Test("The page of a sign-in that wasn't enough leads to the same step-up again") func tryAgain() async throws {
        try await Site.running { site in
            let (browser, page) = try await Self.challenged(#"acr_values="gold""#, site)
            let refused = try await browser.follow(try await browser.follow(page))
            site.expectErrorPage(refused, 400)
            let link = try #require(refused.text.firstMatch(of: #/<a class="button[^"]*" href="([^"]*)"/#)?.1)
            let again = try await browser.get(String(link).replacing("&amp;", with: "&"))
            let query = try #require(FormBody(parsing: again.locationQuery ?? ""))
            #expect(query[single: "acr_values"] == "gold")
            site.provider.change { $0.claims = ["acr": "gold"] }
            site.api.behave()
            #expect(try await browser.follow(try await browser.follow(again)).location == "/tasks")
            #expect(try await browser.tasks().form(to: "/tasks/kept") != nil)
        }
    }

    @Test("A challenge that comes again within a minute is a 403 page, and later leads to the provider again")
    func again() async throws {
        try await Site.running { site in
            let (browser, page) = try await Self.challenged(#"acr_values="gold""#, site)
            site.provider.change { $0.claims = ["acr": "gold"] }
            #expect(try await browser.follow(try await browser.follow(page)).location == "/tasks")
            let offer = try #require(try await browser.tasks().form(to: "/tasks/kept"))
            site.expectErrorPage(try await browser.submit(offer), 403)
            let stored = try #require(try await browser.tasks().form(to: "/tasks/kept"), "what was typed is lost")
            site.clock.advance(by: 61)
            let later = try await browser.submit(stored)
            #expect(later.status == 303 && later.location?.hasPrefix(site.provider.url.description) == true)
        }
    }

    @Test("A different challenge within a minute leads to the provider") func other() async throws {
        try await Site.running { site in
            let (browser, page) = try await Self.challenged(#"acr_values="gold""#, site)
            site.provider.change { $0.claims = ["acr": "gold"] }
            #expect(try await browser.follow(try await browser.follow(page)).location == "/tasks")
            let offer = try #require(try await browser.tasks().form(to: "/tasks/kept"))
            try Self.demand(#"acr_values="platinum""#, site)
            let next = try await browser.submit(offer)
            #expect(next.status == 303 && next.locationQuery?.contains("acr_values=platinum") == true)
        }
    }

    @Test("Text typed before a step-up is sent once it is confirmed, and never by itself") func once() async throws {
        try await Site.running { site in
            let (browser, page) = try await Self.challenged(#"max_age="60""#, site)
            let posts = { site.apiServer.requests.count { $0.method == .post } }
            #expect(posts() == 1)
            site.api.behave()
            let back = try await browser.arrive(from: page)
            #expect(back.tasks == [] && posts() == 1)
            let offer = try #require(back.form(to: "/tasks/kept"))
            #expect(try await browser.submit(offer).status == 303)
            _ = try await browser.submit(offer)
            #expect(try await browser.tasks().tasks == ["Buy milk"])
            #expect(posts() == 2)
        }
    }

    @Test("A different user who comes back from a step-up is offered nothing") func otherUser() async throws {
        try await Site.running { site in
            let (browser, page) = try await Self.challenged(#"max_age="60""#, site)
            site.api.behave()
            site.provider.user = .bob
            let back = try await browser.arrive(from: page)
            #expect(back.userName == "Bob" && back.form(to: "/tasks/kept") == nil && !back.text.contains("Buy milk"))
        }
    }

    @Test("A script's form that meets a challenge gets 401, and changes nothing") func script() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            try Self.demand(#"max_age="5""#, site)
            let response = try await browser.submit(
                form.with("task", "Buy milk"), headers: [.secFetchMode: "cors", .accept: "*/*"])
            #expect(response.status == 401 && response.location == nil)
            site.api.behave()
            #expect(try await browser.tasks().tasks == [])
        }
    }

    @Test("A refresh while the user is at the provider changes nothing in what is checked when they come back")
    func refreshMeanwhile() async throws {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let (browser, page) = try await Self.challenged(#"acr_values="gold""#, site)
            try await browser.tasks()
            site.expectErrorPage(try await browser.follow(try await browser.follow(page)), 400)
            try await browser.tasks()
        }
    }
}
