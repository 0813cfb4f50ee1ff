public import Hummingbird
import OpenIDConnect

/// Requires a strong or fresh sign-in for the routes after it (step-up; RFC 9470).
///
/// A navigation of a user whose sign-in doesn't do goes to the authority, which asks the user for it, and returns; any
/// other request gets 401. A form is stored meanwhile, if the application has ``FormProtectionMiddleware`` before this.
/// If the authority doesn't do what is asked, the response is 403, and nobody is sent there in a circle.
///
/// ```swift
/// router.group("/payments")
///     .add(middleware: SignInRequirement(acrValues: ["phr"], maxAge: .seconds(300)))
///     .post("/") { request, context in … }
/// ```
public struct SignInRequirement<Context: SignInRequestContext>: RouterMiddleware {
    /// How many seconds the authority's clock may differ from the local one.
    private static var skew: Int64 { 60 }

    private let challenge: StepUpChallenge
    private let acrValues: [String]

    /// A requirement; without values it is met by each sign-in.
    ///
    /// - Parameters:
    ///   - acrValues: The context classes, of which the sign-in's `acr` has to be one; empty: any. The authority
    ///     decides what they mean.
    ///   - maxAge: Maximum time since the user authenticated, in whole seconds; `nil`: any. A minute more is allowed,
    ///     because clocks differ.
    public init(acrValues: [String] = [], maxAge: Duration? = nil) {
        self.acrValues = acrValues
        challenge = StepUpChallenge(
            acrValues: acrValues.isEmpty ? nil : acrValues.joined(separator: " "),
            maxAge: maxAge.map { Int($0.components.seconds) }, claims: nil)
    }

    /// Passes on the request of a user whose sign-in does.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``, ``SignInError/Kind/stepUpRequired(_:)``,
    ///   ``SignInError/Kind/stepUpRequiredAgain``, or an error from further in.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let site = context.session.site, let session = context.session.current else {
            throw SignInError(.notSignedIn)
        }
        guard isMet(by: session, now: site.now()) else { throw context.session.stepUp(for: challenge) }
        return try await next(request, context)
    }

    private func isMet(by session: Session, now: Int64) -> Bool {
        if !acrValues.isEmpty {
            guard let name = session.contextClass, acrValues.contains(where: { $0.utf8.elementsEqual(name.utf8) })
            else {
                return false
            }
        }
        guard let maxAge = challenge.maxAge else { return true }
        guard let time = session.authenticated else { return false }
        return now - time <= Int64(maxAge) + Self.skew
    }
}
