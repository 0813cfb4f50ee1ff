import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import MisbehavingProvider
import NIOCore
import OpenIDConnect
import SiteTesting
import Testing

/// A request and what comes of it, at the front end of the tasks and at an application that has the library alone.
///
/// If the two differ, the row has an outcome for each.
struct TableRow: Sendable {
    let name: String
    let request: TabledRequest
    /// The outcomes, as ``Outcome`` has them; `nil`: the application has no such part.
    let tasksWeb: String?
    let library: String?
    /// Changes the provider before the sign-in.
    let provider: @Sendable (inout Misbehaviour) -> Void
    /// Changes what the request meets, after the sign-in.
    let meanwhile: @Sendable (Site) async throws -> Void

    init(
        _ name: String, _ request: TabledRequest, tasksWeb: String?, library: String?,
        provider: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in },
        meanwhile: @escaping @Sendable (Site) async throws -> Void = { _ in }
    ) {
        (self.name, self.request, self.provider, self.meanwhile) = (name, request, provider, meanwhile)
        (self.tasksWeb, self.library) = (tasksWeb, library)
    }

    init(
        _ name: String, _ request: TabledRequest, both: String,
        provider: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in },
        meanwhile: @escaping @Sendable (Site) async throws -> Void = { _ in }
    ) {
        self.init(name, request, tasksWeb: both, library: both, provider: provider, meanwhile: meanwhile)
    }

    /// A row at one of the two.
    struct Case: Sendable, CustomTestStringConvertible {
        let application: SiteOptions.Application
        let row: TableRow
        let outcome: String

        var testDescription: String { "\(application): \(row.name)" }

        /// Sends the request, and expects the outcome; at the library also if the application has pages for errors.
        ///
        /// - Parameter cookies: The browser's further cookies.
        func expectOutcome(with cookies: CookieJar = [:]) async throws {
            var options = SiteOptions()
            options.application = application
            options.requiredClaims = RequiredClaims([.init(name: "name", value: "Alice")])
            try await expectOutcome(options, with: cookies)
            guard application == .library else { return }
            options.hooks = .withErrorPages
            try await expectOutcome(options, with: cookies)
        }

        private func expectOutcome(_ options: SiteOptions, with cookies: CookieJar) async throws {
            try await Site.running(options) { site in
                site.provider.change(row.provider)
                try await row.request.visitor.visit(site) { there, browser, csrf in
                    for (name, value) in cookies { browser.cookies[name] = value }
                    try await row.meanwhile(there)
                    let outcome = try await Outcome.of(there) {
                        try await row.request.send(by: browser, of: there, csrf: csrf)
                    }
                    #expect(outcome.text == self.outcome)
                }
            }
        }
    }

    static func cases(_ rows: [TableRow]) -> [Case] {
        rows.flatMap { row in
            zip(SiteOptions.Application.allCases, [row.tasksWeb, row.library]).compactMap { application, outcome in
                outcome.map { Case(application: application, row: row, outcome: $0) }
            }
        }
    }
}

extension SignInHooks<BasicSignInRequestContext> {
    /// The hooks of an application that has a page for each error of the sign-in.
    static var withErrorPages: Self {
        var hooks = Self()
        hooks.errorPage = { error, _, _ in
            Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "The application's page")))
        }
        return hooks
    }
}
