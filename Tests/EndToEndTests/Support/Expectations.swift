import HTTPTypes
import SiteTesting
import Testing

extension Site {
    /// Expects an error page, that no user is signed in by it, and that the browser can still go on.
    func expectRefused(
        _ page: WebPage, _ status: HTTPResponse.Status, in browser: Browser,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        expectErrorPage(page, status, sourceLocation: sourceLocation)
        #expect(browser.sessionCookies == [], "a session cookie was set", sourceLocation: sourceLocation)
        let tasks = try await browser.get("/tasks")
        #expect(tasks.status == 303, sourceLocation: sourceLocation)
        #expect(tasks.locationPath == "/sign-in", sourceLocation: sourceLocation)
    }

    /// Expects a page that explains what happened, with a reference.
    func expectErrorPage(
        _ page: WebPage, _ status: HTTPResponse.Status, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(page.status == status, "\(page.error ?? page.location ?? "")", sourceLocation: sourceLocation)
        #expect(page.error?.isEmpty == false, "no element with data-error", sourceLocation: sourceLocation)
        #expect(
            page.correlationID?.isEmpty == false, "no element with data-correlation-id", sourceLocation: sourceLocation)
        #expect(page["Cache-Control"] == "no-store", sourceLocation: sourceLocation)
        let pause = page["Retry-After"].flatMap { Int($0) }
        #expect(status != 503 || pause.map((1...300).contains) == true, sourceLocation: sourceLocation)
    }

    /// Expects that a user is still signed in.
    func expectSignedIn(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let page = try await browser.get("/")
        #expect(page.locationPath == "/tasks", "not signed in: \(page.status)", sourceLocation: sourceLocation)
    }

    /// Expects that no user is signed in.
    func expectSignedOut(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let page = try await browser.get("/tasks")
        #expect(page.locationPath == "/sign-in", "still signed in: \(page.status)", sourceLocation: sourceLocation)
        #expect(try await browser.get("/").status == 200, sourceLocation: sourceLocation)
    }
}
