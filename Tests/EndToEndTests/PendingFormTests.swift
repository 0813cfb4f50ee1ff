import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Forms that were posted after their session had ended.
@Suite struct PendingFormTests {
    /// Posts a form of a page whose session has been ended elsewhere: the response leads to sign-in.
    private static func postLate(_ form: WebForm, in browser: Browser, _ site: Site) async throws -> WebPage {
        _ = try await browser.copy().signOut()
        let response = try await browser.submit(form)
        #expect(response.status == 303)
        #expect(response.locationPath == "/sign-in")
        #expect(!site.apiServer.requests.contains { $0.method == .post })
        return response
    }

    /// A browser that has deleted its task after its session had ended, and has signed in again; the task's identifier.
    private static func deletingLate(_ site: Site) async throws -> (Browser, id: String) {
        let browser = try await site.signedIn()
        let adding = try #require(try await browser.tasks().form(to: "/tasks"))
        _ = try await browser.submit(adding.with("task", "Buy <milk>"))
        let id = try #require(try await browser.tasks().taskIDs.first)
        let deletion = try #require(try await browser.tasks().form(to: "/tasks/\(id)/delete"))
        _ = try await browser.copy().signOut()
        #expect(try await browser.submit(deletion).locationPath == "/sign-in")
        _ = try await browser.signIn()
        return (browser, id)
    }

    @Test("Text that was typed in an ended session is offered after sign-in, and sent once it is confirmed")
    func confirmed() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Buy <milk>")
            let response = try await Self.postLate(form, in: browser, site)
            let back = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            let page = try await browser.follow(back)
            #expect(page.tasks == [])
            let offer = try #require(page.form(to: "/tasks/kept"))
            #expect(page.text.contains("Buy &lt;milk&gt;"))
            #expect(try await browser.submit(offer).status == 303)
            let after = try await browser.tasks()
            #expect(after.tasks == ["Buy <milk>"])
            #expect(after.form(to: "/tasks/kept") == nil)
            _ = try await browser.submit(offer)
            #expect(try await browser.tasks().tasks == ["Buy <milk>"], "it was done twice")
        }
    }

    @Test("Text from one policy's session is offered after sign-in by another policy with another issuer")
    func otherPolicy() async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.issuerNamesPolicy = true }
            let browser = try await site.signedIn("/sign-up")
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Buy <milk>")
            let response = try await Self.postLate(form, in: browser, site)
            let back = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            let offer = try #require(try await browser.follow(back).form(to: "/tasks/kept"))
            #expect(try await browser.submit(offer).status == 303)
            // Both policies' tokens are of the same owner.
            let other = try await site.signedIn("/sign-up")
            #expect(try await other.tasks().tasks == ["Buy <milk>"])
        }
    }

    @Test(
        "A script's form that the API refused is offered again",
        arguments: [HTTPResponse.Status.internalServerError, .unprocessableContent, .unauthorized])
    func refused(by status: HTTPResponse.Status) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Buy <milk>")
            let response = try await Self.postLate(form, in: browser, site)
            let back = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            let offer = try #require(try await browser.follow(back).form(to: "/tasks/kept"))
            site.api.respond(always: LoopbackResponse(status))
            #expect(try await browser.submit(offer, headers: [.secFetchMode: "cors"]).status.code >= 400)
            site.api.behave()
            if status == .unauthorized { _ = try await browser.signIn() }
            let again = try #require(try await browser.tasks().form(to: "/tasks/kept"))
            #expect(try await browser.submit(again).status == 303)
            #expect(try await browser.tasks().tasks == ["Buy <milk>"])
        }
    }

    @Test(
        "If a pending form may still exist after a failure, the page has its text, and the form is offered again"
    )
    func takenWithoutOutcome() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Buy <milk>")
            let response = try await Self.postLate(form, in: browser, site)
            let back = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            let offer = try #require(try await browser.follow(back).form(to: "/tasks/kept"))
            site.store.fail([.takePendingForm])
            site.expectErrorPage(try await browser.submit(offer), 503)
            site.store.recover()
            let again = try #require(try await browser.tasks().form(to: "/tasks/kept"))
            site.store.loseResponses(of: [.takePendingForm])
            let page = try await browser.submit(again)
            site.expectErrorPage(page, 503)
            let draft = try #require(page.form(to: "/tasks"))
            site.store.recover()
            #expect(try await browser.submit(draft).status == 303)
            #expect(try await browser.tasks().tasks == ["Buy <milk>"])
        }
    }

    @Test("A pending text that is too long is offered again to a script, and shown to a navigation")
    func tooLong() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let text = String(repeating: "x", count: 1001)
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", text)
            let response = try await Self.postLate(form, in: browser, site)
            let back = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            let offer = try #require(try await browser.follow(back).form(to: "/tasks/kept"))
            let refused = try await browser.submit(offer, headers: [.secFetchMode: "cors"])
            #expect(refused.status == 422)
            let again = try #require(try await browser.tasks().form(to: "/tasks/kept"))
            let page = try await browser.submit(again)
            #expect(page.status == 422 && page.text.contains(#"value="\#(text)""#))
            #expect(try await browser.tasks().form(to: "/tasks/kept") == nil)
        }
    }

    @Test("Text from two tabs is offered one after the other, and a button does what stands next to it")
    func twoTabs() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks"))
            let response = try await Self.postLate(form.with("task", "one"), in: browser, site)
            _ = try await browser.submit(form.with("task", "two"))
            _ = try await browser.follow(try await browser.follow(try await browser.follow(response)))
            var offered: [String] = []
            for _ in 0..<2 {
                let page = try await browser.tasks()
                let offer = try #require(page.form(to: "/tasks/kept"))
                offered.append(try #require(["one", "two"].first { page.text.contains("<p dir=auto>\($0)</p>") }))
                #expect(try await browser.submit(offer).status == 303)
                // As from another tab that shows the same page.
                #expect(try await browser.submit(offer).status == 303)
                #expect(try await browser.tasks().tasks == offered)
            }
            #expect(Set(offered) == ["one", "two"])
            #expect(try await browser.tasks().form(to: "/tasks/kept") == nil)
        }
    }

    @Test("The offer to change a task shows the task's text, and can be declined", arguments: ["completed", "active"])
    func declined(_ shown: String) async throws {
        try await Site.running { site in
            let (browser, _) = try await Self.deletingLate(site)
            // On a page without the task it is looked up.
            let page = try await browser.tasks("/tasks?show=\(shown)")
            #expect(page.text.contains("<p dir=auto>Buy &lt;milk&gt;</p>"))
            let offer = try #require(page.form(to: "/tasks/kept"))
            let cookies = browser.cookies
            let response = try await browser.post("/tasks/kept/discard", offer.body)
            #expect(response.status == 303 && response.locationPath == "/tasks")
            #expect(try await browser.tasks().form(to: "/tasks/kept") == nil)
            // The form isn't sent if the cookie is put back.
            browser.cookies = cookies
            _ = try await browser.submit(offer)
            #expect(try await browser.tasks().tasks == ["Buy <milk>"], "it was done nevertheless")
        }
    }

    @Test("The list is shown even if the look-up for the offer ends the session")
    func lookUpRefused() async throws {
        try await Site.running { site in
            let (browser, id) = try await Self.deletingLate(site)
            site.api.respond { $0.target == "/tasks/\(id)" ? LoopbackResponse(.unauthorized) : nil }
            let page = try await browser.tasks("/tasks?show=completed")
            #expect(page.status == 200 && page.userName == "Alice")
            #expect(try await browser.get("/tasks").locationPath == "/sign-in", "the look-up didn't end it")
        }
    }

    @Test("A sign-in of another user deletes a pending form")
    func otherUser() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/tasks")).with("task", "Alice's secret")
            _ = try await Self.postLate(form, in: browser, site)
            let cookies = browser.cookies
            site.provider.user = .bob
            _ = try await browser.signIn()
            let page = try await browser.tasks()
            #expect(page.form(to: "/tasks/kept") == nil)
            #expect(!page.text.contains("secret"))
            // The form isn't offered to Alice again if the cookie is put back.
            browser.cookies = cookies
            site.provider.user = .alice
            _ = try await browser.signIn()
            #expect(try await browser.tasks().form(to: "/tasks/kept") == nil)
        }
    }

    @Test("A form without a valid csrf is not stored")
    func forged() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let response = try await browser.post("/tasks", FormBody([("csrf", "made up"), ("task", "x")]))
            #expect(response.locationPath == "/sign-in")
            #expect(response.cookies == [])
        }
    }
}
