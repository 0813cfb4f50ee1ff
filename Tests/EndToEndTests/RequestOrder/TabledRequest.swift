import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing
import WebSupport

/// One request of a table: who sends it, where it comes from, what it has, and the state of what it reaches.
struct TabledRequest: Sendable {
    enum Visitor: Sendable {
        case signedIn
        /// A browser that has never been here.
        case new
        /// The session has been idle for too long.
        case idle
        /// A copy of the session's cookie has been used to sign out.
        case ended
        /// The session's cookie has been changed.
        case tampered
        /// The store has no row of the session, and this process doesn't know that it has ended.
        case unknown
        /// This process doesn't know yet which sessions have ended, because it can't reach the store.
        case unread
    }

    /// The initiator of the request, by the browser's fields.
    enum Source: Sendable {
        case thisSite
        case anotherSite
        /// Neither `Sec-Fetch-Site` nor `Origin` is there.
        case unnamed
    }

    enum Form: Sendable {
        case right
        /// The form of another session's page.
        case wrongToken
        /// A body that is no form.
        case json
        /// A form of more than 64 KiB.
        case tooLarge
        /// A body that is no form, of more than 64 KiB.
        case tooLargeJSON
    }

    var method: HTTPRequest.Method
    var path: String
    var visitor = Visitor.signedIn
    var source = Source.thisSite
    var form: Form?
    var isNavigation = true
    /// Fields that the request has in addition.
    var fields: HTTPFields = [:]

    static func get(
        _ path: String, by visitor: Visitor = .signedIn, isNavigation: Bool = true, _ fields: HTTPFields = [:]
    ) -> TabledRequest {
        TabledRequest(
            method: .get, path: path, visitor: visitor, source: .unnamed, isNavigation: isNavigation, fields: fields)
    }

    static func post(
        _ path: String, by visitor: Visitor = .signedIn, from source: Source = .thisSite, _ form: Form = .right,
        isNavigation: Bool = true
    ) -> TabledRequest {
        TabledRequest(
            method: .post, path: path, visitor: visitor, source: source, form: form, isNavigation: isNavigation)
    }

    /// Sends the request by a browser with or without a session.
    ///
    /// - Parameters:
    ///   - csrf: The token of the session's forms.
    ///   - others: The form's fields next to the token.
    func send(
        by browser: Browser, of site: Site, csrf: String,
        _ others: [(name: String, value: String)] = [("task", "milk")]
    ) async throws -> WebPage {
        var fields: HTTPFields = [
            .accept: isNavigation ? "text/html" : "application/json", .secFetchMode: isNavigation ? "navigate" : "cors",
            .referer: "\(site.publicOrigin)/tasks",
        ]
        switch source {
        case .thisSite: (fields[.secFetchSite], fields[.origin]) = ("same-origin", site.publicOrigin)
        case .anotherSite: (fields[.secFetchSite], fields[.origin]) = ("cross-site", "https://other.example")
        case .unnamed: break
        }
        if let form {
            fields[.contentType] = [.json, .tooLargeJSON].contains(form) ? "application/json" : FormBody.contentType
        }
        for field in self.fields { fields[field.name] = field.value }
        return try await browser.send(method, path, fields, body: form.map { body(of: $0, csrf, others) })
    }

    private func body(of form: Form, _ csrf: String, _ others: [(name: String, value: String)]) -> String {
        let large = String(repeating: "x", count: 65_537)
        return switch form {
        case .right: FormBody([("csrf", csrf)] + others).encoded
        case .wrongToken: FormBody([("csrf", "x")] + others).encoded
        case .json: #"{"task":"milk"}"#
        case .tooLarge: FormBody([("csrf", csrf), ("task", large)]).encoded
        case .tooLargeJSON: large
        }
    }
}

extension TabledRequest.Visitor {
    /// Runs a body with the visitor's browser and the site that it goes to, and the token of the session's forms.
    func visit<Result: Sendable>(
        _ site: Site, _ body: @Sendable (Site, Browser, _ csrf: String) async throws -> Result
    ) async throws -> Result {
        guard self != .new else { return try await body(site, site.browser(), "x") }
        let browser = try await site.signedIn()
        let csrf = try await site.formToken(browser)
        let there: @Sendable (Site) async throws -> Result = { replica in
            let late = replica.browser(browser.cookies)
            return try await body(replica, late, csrf)
        }
        switch self {
        case .signedIn, .new: break
        case .idle: return try await site.withReplica(changing: { $0.idleTimeout = .zero }, there)
        case .unknown: return try await site.withReplica(there)
        case .unread: return try await site.withReplica(isUnreachable: true, there)
        case .ended:
            let signedOut = try await TabledRequest.post("/sign-out").send(by: browser.copy(), of: site, csrf: csrf)
            try #require(signedOut.status == 303)
        case .tampered:
            browser.cookies["latchkey"] = browser.cookies["latchkey"].map { String($0.dropLast(9)) + "AAAAAAAAA" }
        }
        return try await body(site, browser, csrf)
    }
}

extension Site {
    /// The token of the session's forms; the page needs nothing but the session.
    func formToken(_ browser: Browser) async throws -> String {
        guard options.application == .tasksWeb else { return "none" }
        return try #require(try await browser.get("/keys").csrf)
    }
}
