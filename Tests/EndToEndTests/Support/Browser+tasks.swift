import HTTPTypes
import SiteTesting
import Testing

extension Browser {
    /// The names of the session's cookies.
    var sessionCookies: [String] {
        cookies.keys.filter { $0.hasSuffix("latchkey") || $0.contains("latchkey.") }.sorted()
    }

    /// The task page, which has to be there.
    @discardableResult
    func tasks(_ path: String = "/tasks", sourceLocation: SourceLocation = #_sourceLocation) async throws -> WebPage {
        let page = try await get(path)
        try #require(
            page.status == 200, "\(path): \(page.status), \(page.error ?? page.location ?? "")",
            sourceLocation: sourceLocation)
        return page
    }

    /// Signs out by the form of the task page.
    @discardableResult
    func signOut() async throws -> WebPage {
        try await submit(try #require(try await tasks().form(to: "/sign-out")))
    }
}

extension WebPage {
    /// The reference on an error page.
    var correlationID: String? { text(having: "data-correlation-id") }
    /// The name of the signed-in user.
    var userName: String? { text(having: "data-user") }
    /// The tasks that are shown.
    var tasks: [String] { elements(having: "data-task").map(\.text) }
    /// The identifiers of the tasks that are shown.
    var taskIDs: [String] { elements(having: "data-task-id").map(\.value) }
    /// The first form's proof that it is of this session.
    var csrf: String? { forms.lazy.compactMap { $0.fields["csrf"] }.first }
}
