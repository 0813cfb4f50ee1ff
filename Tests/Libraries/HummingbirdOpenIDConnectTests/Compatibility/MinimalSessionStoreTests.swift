import HTTPTypes
import SessionStorage
import SiteTesting
import Testing

@Suite struct MinimalSessionStoreTests {
    @Test(
        "A store with only the required members signs users in, and its other replicas refuse a copy after sign-out",
        .timeLimit(.minutes(1)))
    func signIn() async throws {
        try await TestSite.running(store: SwitchableSessionStore(MinimalSessionStore())) { site in
            try await site.replica { other in
                let browser = try await site.signedIn()
                let copy = other.browser(browser.cookies)
                #expect(try await copy.get("/account").text == "Alice")
                #expect(try await browser.get("/token").status == .ok)
                try await browser.post("/sign-out")
                #expect(try await browser.get("/").text == "signed out")
                while try await copy.get("/").text == "Alice" { try await other.store.wait(for: .changeCounter) }
                #expect(copy.cookieNames.isEmpty)
            }
        }
    }

    @Test("The default change counter grows at each call, and throws if the endings can't be read") func counter()
        async throws
    {
        let base = SwitchableSessionStore()
        let store = MinimalSessionStore(base)
        let first = try await store.changeCounter()
        #expect(try await store.changeCounter() > first)
        base.fail([.endings])
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) { try await store.changeCounter() }
    }

    @Test("The default check succeeds again and again, and throws if the store takes no writes") func check()
        async throws
    {
        let base = SwitchableSessionStore()
        let store = MinimalSessionStore(base)
        for _ in 0..<2 { try await store.check() }
        base.fail([.consume])
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) { try await store.check() }
    }
}
