import HTTPTransport
import Hummingbird
import Logging
import OpenIDConnect
import SealedCookies
import WebSupport

/// Starts sign-ins: makes the authorization request and the cookie of the attempt.
struct SignInStarter: Sendable {
    /// How long an attempt is protected from starts by other sites, in seconds.
    static let protection: Int64 = 60

    /// A sign-in that has started: the address for the browser, and the `Set-Cookie` fields of the attempt.
    struct Started: Sendable {
        let location: String
        let fields: [String]
    }

    let authority: SignInAuthority
    /// The parameters of each authorization request.
    let request: SignInRequest
    let attempts: AttemptCookies
    let budget: CookieBudget
    let origin: String
    let logger: Logger
    let now: @Sendable () -> Int64

    /// Makes an authorization request.
    ///
    /// - Parameters:
    ///   - route: The route that the attempt belongs to.
    ///   - asked: The parameters that override the options.
    ///   - stepUp: The challenge that the sign-in is to meet; its values come before all others.
    ///   - consumed: The attempt that the new one replaces, which makes room for it.
    func start(
        _ route: SignInRoute, asking asked: SignInRequest, returnTo: String?, cause: Session.Cause,
        stepUp: StepUpChallenge? = nil, replacing consumed: String? = nil, over cookies: RequestCookies
    ) async throws(SignInError) -> Started {
        var request = request
        request.policy = route.policy
        request.loginHint = asked.loginHint ?? request.loginHint
        request.uiLocales = asked.uiLocales ?? request.uiLocales
        request.prompt = asked.prompt ?? request.prompt
        request.maxAge = asked.maxAge ?? request.maxAge
        request.acrValues = asked.acrValues ?? request.acrValues
        request.domainHint = asked.domainHint ?? request.domainHint
        request.claims = asked.claims ?? request.claims
        request.isACREssential = asked.isACREssential || request.isACREssential
        if let stepUp {
            request.maxAge = stepUp.maxAge ?? request.maxAge
            request.acrValues = stepUp.acrValues ?? request.acrValues
            request.isACREssential = stepUp.acrValues != nil || request.isACREssential
            request.claims = ClaimsParameter.merged([stepUp.claims, asked.claims]) ?? request.claims
        }
        do {
            let start = try await authority.relyingParty.startSignIn(request)
            if let refusal = start.refusedPush {
                SignInEvent.pushedRequestRefused.log(
                    to: logger, error: authority.located(refusal), ["authority": "\(authority.name)"])
            }
            let stored = StoredAttempt(
                attempt: start.attempt, authority: authority.name, path: route.path, returnTo: returnTo, cause: cause,
                stepUp: stepUp)
            return Started(
                location: start.url.description, fields: try fields(for: stored, replacing: consumed, over: cookies))
        } catch let error as OpenIDConnectError {
            throw SignInError(.provider(authority.located(error)))
        } catch {
            throw SignInError(.sessionTooLarge, reason: "\(error)")
        }
    }

    /// Starts a sign-in that the authority requires because it has to deal with the user itself.
    ///
    /// - Parameters:
    ///   - asked: The parameters that override the options, without those that the authority requires.
    ///   - cause: Why the sign-in or the session before was started.
    ///   - stepUp: The challenge that the sign-in before was to meet.
    ///   - isRepeated: Whether the user has just been there for that.
    /// - Throws: ``SignInError/Kind/interactionRequiredAgain``, because another redirect would make a loop.
    func interact(
        _ error: OpenIDConnectError, at route: SignInRoute, asking asked: SignInRequest, returnTo: String?,
        after cause: Session.Cause, stepUp: StepUpChallenge? = nil, isRepeated: Bool, replacing consumed: String? = nil,
        over cookies: RequestCookies
    ) async throws(SignInError) -> Started {
        guard case .interactionRequired(let claims, let prompt) = error.kind else {
            throw SignInError(.provider(error))
        }
        if isRepeated { throw SignInError(.interactionRequiredAgain, reason: "\(error)") }
        var asked = asked
        asked.prompt = prompt
        asked.claims = claims
        return try await start(
            route, asking: asked, returnTo: returnTo,
            cause: cause.followsRefusal ? .interactionAfterRefusal : .interaction, stepUp: stepUp, replacing: consumed,
            over: cookies)
    }

    /// Whether a request may set the cookie of its attempt: another site must not push out the sign-ins that the user
    /// has just started.
    ///
    /// The user's own start may always replace the oldest attempt.
    func mayStart(_ request: Request, setting fields: [String], over cookies: RequestCookies) -> Bool {
        guard request.source(at: origin) == .anotherSite else { return true }
        let now = now()
        let young = attempts.startTimes(in: cookies, now: now).filter { $0.start > now - Self.protection }
        let fitted = budget.fitted(fields, over: cookies, now: now)
        return !young.contains { fitted.contains(attempts.expiring(name: $0.name)) }
    }

    /// The fields that store an attempt, without its return path if that fits neither into its cookie nor next to a
    /// large session.
    private func fields(for stored: StoredAttempt, replacing consumed: String?, over cookies: RequestCookies)
        throws(SealingError) -> [String]
    {
        let now = now()
        func fields(_ stored: StoredAttempt) throws(SealingError) -> [String] {
            try attempts.setting(stored, replacing: consumed, over: cookies, now: now)
        }
        guard stored.returnTo != nil else { return try fields(stored) }
        if let whole = try? fields(stored), budget.fits(whole, over: cookies, now: now) { return whole }
        var shorter = stored
        shorter.returnTo = nil
        return try fields(shorter)
    }
}
