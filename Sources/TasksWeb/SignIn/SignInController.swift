import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect

/// Sends the person to the authority, and takes its answer.
struct SignInController: Sendable {
    let relyingParty: RelyingParty
    let flow: SignInFlow
    let cookies: SignInCookies
    let rounds: SignInRounds
    let accounts: AccountCookies
    let pendingForms: PendingForms
    let sizeLimit: CookieSizeLimit
    let configuration: TasksWebConfiguration
    let clock: Clock

    func addRoutes(to group: RouterGroup<WebContext>) {
        for kind in configuration.policies.ways {
            group.get(RouterPath(kind.path)) { request, context in try await begin(kind, request, context) }
        }
        group.get(RouterPath(SitePath.reply)) { request, context in
            try await finish(FormBody(parsing: request.uri.query ?? ""), request, context)
        }
        // A HEAD, as of a link checker, must not consume the state that the browser needs.
        group.head(RouterPath(SitePath.reply)) { _, _ in Response(status: .ok, headers: [.cacheControl: "no-store"]) }
        guard relyingParty.configuration.responseMode == .formPost else { return }
        group.post(RouterPath(SitePath.reply)) { request, context in try await posted(request, context) }
    }

    private func begin(_ kind: SignInKind, _ request: Request, _ context: WebContext) async throws -> Response {
        guard request.isNavigation else { throw PageError(.notSignedIn) }
        guard let query = FormBody(parsing: request.uri.query ?? "") else {
            throw PageError(.signInFailed(.unreadableLink))
        }
        let initiators = query.fields.filter { $0.name == "iss" }
        if kind == .signIn, let issuer = initiators.first?.value {
            try await check(initiator: initiators.count == 1 ? issuer : "")
        }
        let target = query[single: "returnTo"] ?? query[single: "target_link_uri"].flatMap(pathOnThisSite)
        let returnTo = ReturnPath(target)?.value
        let hint = query[single: "login_hint"].flatMap { $0.isEmpty ? nil : $0 }
        let (url, attempt) = try await provider {
            try await relyingParty.begin(
                SignInRequest(
                    policy: configuration.policies[kind], loginHint: hint, uiLocales: context.locale.uiLocales))
        }
        let pending = PendingSignIn(
            attempt: attempt, kind: kind, returnTo: returnTo, followsRefusal: query[single: "after"] == "refusal")
        let fields = try cookies.setting(pending, over: context.cookies, within: sizeLimit, now: clock.now())
        let foreignStart = ForeignStart(
            attempts: cookies, limit: sizeLimit, origin: configuration.redirectURI.origin, clock: clock)
        guard foreignStart.isAllowed(request, setting: fields, over: context.cookies) else {
            return try waysToSignIn(pending, hint: hint, context)
        }
        return .seeOther(url.description, setting: fields)
    }

    /// The start page in place of a sign-in: its button starts the one that was asked for.
    private func waysToSignIn(_ start: PendingSignIn, hint: String?, _ context: WebContext) throws -> Response {
        guard context.slot.session == nil else { return .seeOther(SitePath.home) }
        var query = FormBody()
        query.append("returnTo", start.returnTo)
        query.append("login_hint", hint)
        query.append("after", start.followsRefusal ? "refusal" : nil)
        let path = start.kind.path
        let url = query.fields.isEmpty ? path : "\(path)?\(query.encoded)"
        return .page(try WelcomePage(configuration, accounts, context, starting: (start.kind, url)))
    }

    /// The answer as a form.
    ///
    /// One that comes from the authority's site has none of our cookies with it (`SameSite=Lax`), so it is posted on
    /// once from a page of ours.
    private func posted(_ request: Request, _ context: WebContext) async throws -> Response {
        guard var form = FormBody(parsing: try await request.formText()) else { throw PageError(.notAForm) }
        let isPostedOn = form[single: PostedAnswerPage.mark] != nil
        form.fields.removeAll { $0.name == PostedAnswerPage.mark }
        let hasPending =
            form[single: "state"].map { cookies.pending(state: $0, in: context.cookies, now: clock.now()) != nil }
            ?? false
        guard hasPending || isPostedOn else { return .page(PostedAnswerPage(form, words: context.locale.words)) }
        return try await finish(form, request, context)
    }

    private func finish(_ form: FormBody?, _ request: Request, _ context: WebContext) async throws -> Response {
        guard let form else { throw PageError(.signInFailed(.unreadableAnswer)) }
        guard let state = form[single: "state"],
            let pending = cookies.pending(state: state, in: context.cookies, now: clock.now())
        else {
            throw PageError(.unknownSignIn)
        }
        let isNew = try await register(for: context) {
            try await flow.register.spend(Array("state \(state)".utf8), until: pending.expires)
        }
        guard isNew else { throw PageError(.unknownSignIn) }
        context.responseCookies.add([cookies.expiring(state: state)])
        guard rounds.pause(in: context.cookies, now: clock.now()) == nil else { throw PageError(.signInLoop) }
        var response: Response
        var isCounted = true
        do {
            let outcome = try await register(for: context) {
                try await flow.finish(
                    pending, try AuthorizationResponse(parsing: form), in: context.slot, browser: request.browser,
                    logger: context.logger)
            }
            response = try await answer(outcome, pending, context)
        } catch let error as OpenIDConnectError {
            // Who gives up goes round in no circle.
            isCounted = error.kind != .cancelled && error.kind != .cancelledAtSocialProvider
            context.logger.notice(
                "sign-in failed", metadata: ["reason": "\(error)", "provider": "\(error.providerCorrelationID ?? "")"])
            if case .interactionRequired(let claims, let prompt) = error.kind {
                response = try await start(Interaction(claims: claims, prompt: prompt), after: pending, context)
            } else {
                response = try answer(error, isError: form[single: "error"] != nil, pending)
            }
        }
        if isCounted, let cookie = try rounds.counting(over: context.cookies, now: clock.now()) {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
    }

    private func answer(_ outcome: SignInFlow.Outcome, _ pending: PendingSignIn, _ context: WebContext) async throws
        -> Response
    {
        switch outcome {
        case .signedIn(let session), .changed(let session):
            context.slot.store(session)
            // What stays for want of the register opens for nobody else either.
            let discarded = (try? await pendingForms.discard(unlessFor: session, in: context.cookies)) ?? []
            let account = RememberedAccount(session, policies: configuration.policies)
            let remembered = try accounts.renewing(account, in: context.cookies)
            return .seeOther(pending.returnTo ?? SitePath.tasks, setting: discarded + remembered)
        case .signInNext:
            guard configuration.policies.ways.contains(.signIn) else { return .seeOther(SitePath.home) }
            return .seeOther(SitePath.with(returnTo: pending.returnTo, SitePath.signIn))
        }
    }

    /// Sends the browser back to the provider, which wants the user before it redeems a code.
    private func start(_ interaction: Interaction, after pending: PendingSignIn, _ context: WebContext) async throws
        -> Response
    {
        let (now, attempt) = (clock.now(), pending.attempt)
        if pending.followsInteraction, now - Int64(attempt.begun.timeIntervalSince1970) < Interaction.loopWindow {
            throw PageError(.signInFailed(.interactionRequiredAgain))
        }
        let (url, next) = try await provider {
            try await relyingParty.begin(
                SignInRequest(
                    policy: attempt.policy, uiLocales: context.locale.uiLocales, prompt: interaction.prompt,
                    claims: interaction.claims))
        }
        var following = pending
        (following.attempt, following.followsInteraction) = (next, true)
        let fields = try cookies.setting(
            following, replacing: attempt.state, over: context.cookies, within: sizeLimit, now: now)
        return .seeOther(url.description, setting: fields)
    }

    /// Where the person goes from an answer that is no sign-in.
    ///
    /// What is no step on the way is thrown, for the page that says so.
    ///
    /// - Parameter isError: Whether the authority answered with an error, so that nothing else was asked of it.
    private func answer(_ error: OpenIDConnectError, isError: Bool, _ pending: PendingSignIn) throws -> Response {
        switch error.kind {
        case .cancelled, .cancelledAtSocialProvider:
            return .seeOther(SitePath.home)
        case .passwordForgotten where configuration.policies.passwordReset != nil:
            return .seeOther(SitePath.with(returnTo: pending.returnTo, SitePath.passwordReset))
        default:
            guard isError else { throw PageError(error) }
            // The authority did answer: it is this sign-in that failed.
            let kind: PageError.Kind =
                switch error.kind {
                case .temporarilyUnavailable: .signInFailed(.providerBusy)
                case .configuration(let setting): .signInMisconfigured(setting: setting)
                default: PageError(error).kind
                }
            throw PageError(kind, providerCode: error.providerCode, detail: error.description)
        }
    }

    /// Third-party-initiated login names the issuer, which must be the authority's (OpenID Connect Core, section 4).
    private func check(initiator issuer: String) async throws {
        let isOurs = try await provider {
            try await relyingParty.isIssuer(issuer, policy: configuration.policies.signIn)
        }
        guard isOurs else { throw PageError(.signInFailed(.otherProvider)) }
    }

    /// If the store is unreachable, the way on for a user who isn't signed in is another sign-in.
    private func register<Result>(for context: WebContext, _ call: () async throws -> Result) async throws -> Result {
        do {
            return try await call()
        } catch let error as PageError where error.kind == .storeUnavailable && context.slot.session == nil {
            throw PageError(.storeUnavailableAtSignIn, detail: error.detail)
        }
    }

    private func pathOnThisSite(_ text: String) -> String? {
        guard let url = HTTPURL(text), url.origin == configuration.redirectURI.origin else { return nil }
        return url.pathAndQuery
    }

    private func provider<Result>(_ call: () async throws -> Result) async throws -> Result {
        do {
            return try await call()
        } catch let error as OpenIDConnectError {
            throw PageError(error)
        }
    }
}
