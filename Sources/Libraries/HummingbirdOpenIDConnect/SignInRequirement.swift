public import Hummingbird
import OpenIDConnect

/// Requires a strong or fresh sign-in for the routes after it (step-up; RFC 9470).
///
/// A navigation of a user whose sign-in doesn't do goes to the authority, which asks the user for it, and returns; any
/// other request gets 401. A form is stored meanwhile, if the application has ``FormProtectionMiddleware`` before this.
/// If the authority doesn't do what is asked, the response is 403, and the browser is not redirected there again.
///
/// ```swift
/// router.group("/payments")
///     .add(middleware: SignInRequirement(acrValues: ["phr"], maxAge: .seconds(300)))
///     .post("/") { request, context in … }
/// ```
public struct SignInRequirement<Context: SignInRequestContext>: RouterMiddleware {
    private let acrValues: [String]
    private let maxAge: Duration?

    /// A requirement; without values it is met by each sign-in.
    ///
    /// - Parameters:
    ///   - acrValues: The context classes, of which the sign-in's `acr` has to be one: at most eight, of 1 to 100
    ///     visible ASCII characters; empty: any. The authority decides what they mean.
    ///   - maxAge: Maximum time since the user authenticated, in whole seconds; `nil`: any. A minute more is allowed,
    ///     because clocks differ.
    public init(acrValues: [String] = [], maxAge: Duration? = nil) {
        self.acrValues = acrValues
        self.maxAge = maxAge
    }

    /// Passes on the request of a user whose sign-in does.
    ///
    /// - Throws: As ``RequestSession/requireSignIn(acrValues:maxAge:)``, or an error from further in.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try context.session.requireSignIn(acrValues: acrValues, maxAge: maxAge)
        return try await next(request, context)
    }
}

extension RequestSession {
    /// How many seconds the authority's clock may differ from the local one.
    private static var skew: Int64 { 60 }

    /// Requires a strong or fresh sign-in for what a handler does next: ``SignInRequirement`` for a part of a route.
    ///
    /// The sign-in's own values count, not those of refreshed ID tokens.
    ///
    /// - Parameters:
    ///   - acrValues: The context classes, of which the sign-in's `acr` has to be one: at most eight, of 1 to 100
    ///     visible ASCII characters; empty: any.
    ///   - maxAge: Maximum time since the user authenticated, in whole seconds; `nil`: any.
    /// - Throws: ``SignInError/Kind/notSignedIn``, ``SignInError/Kind/stepUpRequired(_:)`` or
    ///   ``SignInError/Kind/stepUpRequiredAgain``, all of which ``SignInMiddleware`` handles.
    public func requireSignIn(acrValues: [String] = [], maxAge: Duration? = nil) throws(SignInError) {
        let seconds = maxAge.map { $0.components.seconds }
        let isBounded = acrValues.allSatisfy { name in
            (1...100).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        precondition(acrValues.count <= 8 && isBounded, "acrValues isn't up to eight visible texts of 100 bytes")
        precondition(seconds ?? 0 >= 0, "maxAge is less than none")
        guard let site, let session = current else { throw SignInError(.notSignedIn) }
        let hasClass =
            acrValues.isEmpty
            || session.contextClass.map { name in acrValues.contains { $0.utf8.elementsEqual(name.utf8) } } ?? false
        let isFresh =
            seconds.map { limit in session.authenticated.map { site.now() - $0 <= limit + Self.skew } ?? false } ?? true
        guard hasClass, isFresh else {
            throw stepUp(
                for: StepUpChallenge(
                    acrValues: acrValues.isEmpty ? nil : acrValues.joined(separator: " "),
                    maxAge: seconds.map { Int($0) }, claims: nil))
        }
    }
}
