import HTTPTransport
import HTTPTypes
import SiteTesting
import StorageTestSupport
import TestSupport
import Testing

/// Two replicas, and a PostgreSQL server that is killed under them.
@Suite struct DatabaseServerTests {
    @Test(
        "When the database server is killed, sessions go on, and a sign-out holds everywhere soon after its return"
    )
    func killed() async throws {
        let server = try await TestPostgreSQL()
        let database = try await server.makeDatabase()
        try await Site.running(changing: { $0.database = database }) { site in
            try await site.withReplica { replica in
                let (browser, staying) = (try await site.signedIn(), try await site.signedIn())
                let csrf = try await site.csrf(browser)
                let there = replica.browser(browser.cookies)
                try await server.kill()
                _ = try await there.tasks()
                let page = try await browser.post("/sign-out", FormBody([("csrf", csrf)]))
                site.expectErrorPage(page, 503)
                #expect(browser.cookies.isEmpty)
                site.expectErrorPage(try await site.browser().signIn(), 503)
                for place in [site, replica] {
                    let ready = try await place.browser().get("/readyz")
                    #expect(ready.status == 503 && ready.text.contains(#""database":"away""#))
                    #expect(
                        ready.text.contains(#/"reasons":{"database":"(no connection|connection lost)"}/#),
                        "\(ready.text)")
                }

                try await server.start()
                try await eventually { try await there.get("/").status == 200 }
                try await replica.expectSignedOut(there)
                _ = try await staying.tasks()
                _ = try await site.signedIn()
            }
        }
    }
}
