import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import PortableFoundation
import WebSupport

/// Sends users to an authority, and handles the redirect URI (RFC 6749, section 3.1.2).
struct SignInController<Context: SignInRequestContext>: Sendable {
    /// Marks an authorization response that has been posted on, so that it isn't a second time.
    private static var repostMark: String { "posted-on" }
    /// The fields of an authorization response; no others are posted on.
    private static var responseFields: Set<String> {
        ["code", "state", "iss", "error", "error_description", "error_uri", "session_state"]
    }

    let site: WebSignIn
    let authority: SignInAuthority
    let hooks: SignInHooks<Context>

    private var starter: SignInStarter { site.starter(at: authority) }
    private var finisher: SignInFinisher {
        SignInFinisher(
            authority: authority, rows: site.rows, refresher: site.refresher, cookie: site.sessionCookie,
            lifetime: site.options.lifetimeSeconds, bindsDevices: site.deviceBindings != nil)
    }

    func addRoutes(to router: some RouterMethods<Context>) {
        for route in authority.routes {
            router.get(RouterPath(route.path)) { request, context in
                do {
                    return try await start(route, request, context)
                } catch let error as SignInError where error.provider != nil && !Task.isCancelled {
                    log(error, context)
                    throw error
                }
            }
        }
        let path = RouterPath(authority.redirectPath)
        // A link checker must not consume the state that the browser needs.
        router.head(path) { _, _ in Response(status: .ok, headers: [.cacheControl: "no-store"]) }
        router.get(path) { request, context in
            // Nor must a prefetch. After an error the browser sends the request again, once the user wants the page.
            if request.isPrefetch {
                return Response(
                    status: .serviceUnavailable, headers: [.cacheControl: "no-store", .retryAfter: "1"])
            }
            return try await finish(FormBody(parsingLeniently: request.uri.query ?? ""), request, context)
        }
        guard authority.relyingParty.configuration.responseMode == .formPost else { return }
        router.post(path) { request, context in try await posted(request, context) }
    }

    // MARK: Starting

    private func start(_ route: SignInRoute, _ request: Request, _ context: Context) async throws -> Response {
        // A page's background request can't sign a user in, and would displace sign-ins that can.
        guard request.isNavigation else { throw SignInError(.notSignedIn) }
        guard let query = FormBody(parsingLeniently: request.uri.query ?? "") else {
            throw SignInError(.unreadableLink)
        }
        let (starter, route) = route.purpose == .signIn ? try await initiated(query, route) : (starter, route)
        let returnTo =
            site.returnPaths.path(query[single: "returnTo"])
            ?? site.returnPaths.path(query[single: "target_link_uri"].flatMap(pathOnThisSite))
        let loginHint = query[single: "login_hint"].flatMap { $0.isEmpty ? nil : $0 }
        let hint = try hint(query, route, at: starter.authority)
        let mayPrompt = !starter.authority.requiresPrompt(site.options)
        let prompt = query[single: "prompt"].flatMap { mayPrompt && $0 == SignInRoute.selectAccount ? $0 : nil }
        let cookies = context.session.cookies
        let cause: Session.Cause = query[single: "after"] == SignInRoute.afterRefusal ? .refusedAccessToken : .user
        var asked = SignInRequest(
            loginHint: loginHint, uiLocales: hooks.uiLocales(request, context), prompt: prompt,
            domainHint: hint?.domainHint)
        try await hooks.authorizationRequest(&asked, route, request, context)
        let started = try await starter.start(
            route, asking: asked, returnTo: returnTo, cause: cause,
            stepUp: query[single: "step-up"].flatMap { site.stepUps.open($0, in: context.session) }, over: cookies)
        guard starter.mayStart(request, setting: started.fields, over: cookies) else {
            guard context.session.current == nil else { return Response(seeOther: site.options.homePath) }
            var query = FormBody()
            query.append("returnTo", returnTo)
            query.append("login_hint", loginHint)
            query.append("hint", hint?.label)
            query.append("prompt", prompt)
            query.append("after", cause == .refusedAccessToken ? SignInRoute.afterRefusal : nil)
            let path = query.fields.isEmpty ? route.path : "\(route.path)?\(query.encoded)"
            return try await hooks.confirmStart(SignInStart(route: route, path: path), request, context)
        }
        if request.method != .head { context.session.setCookies(started.fields) }
        return Response(seeOther: started.location)
    }

    /// The way to sign in that a link requests by its label.
    private func hint(
        _ query: FormBody, _ route: SignInRoute, at authority: SignInAuthority
    ) throws(SignInError) -> SignInHint? {
        let labels = query.fields.filter { $0.name == "hint" }.map(\.value)
        guard route.purpose == .signIn, let label = labels.first else { return nil }
        guard labels.count == 1, let hint = authority.hints.first(where: { $0.label == label }) else {
            throw SignInError(.unknownHint)
        }
        return hint
    }

    /// The authority and the route that third-party-initiated login names by its issuer (OpenID Connect Core, section
    /// 4): any authority at the first one's route, else this one alone.
    private func initiated(
        _ query: FormBody, _ route: SignInRoute
    ) async throws(SignInError) -> (SignInStarter, SignInRoute) {
        let issuers = query.fields.filter { $0.name == "iss" }.map(\.value)
        guard let issuer = issuers.first else { return (starter, route) }
        guard issuers.count == 1 else { throw SignInError(.foreignIssuer) }
        var failure: OpenIDConnectError?
        for candidate in authority.name == site.mainName ? site.listed : [authority] {
            guard let route = candidate.route(.signIn) else { continue }
            do throws(OpenIDConnectError) {
                let isOurs = try await candidate.relyingParty.isIssuer(issuer, policy: route.policy)
                guard isOurs else { continue }
                return (site.starter(at: candidate), route)
            } catch {
                failure = failure ?? candidate.located(error)
            }
        }
        throw failure.map { SignInError(.provider($0)) } ?? SignInError(.foreignIssuer)
    }

    private func pathOnThisSite(_ text: String) -> String? {
        guard let url = HTTPURL(text), url.origin == site.origin else { return nil }
        return url.pathAndQuery
    }

    // MARK: Finishing

    /// An authorization response from the authority's site comes without this site's cookies (`SameSite=Lax`), so a
    /// page of this site posts it once more.
    private func posted(_ request: Request, _ context: Context) async throws -> Response {
        var form = try await request.postedForm(parsingLeniently: true)
        let isReposted = form[single: Self.repostMark] != nil
        form.fields.removeAll { $0.name == Self.repostMark }
        let cookies = context.session.cookies
        guard isReposted || pending(form, in: cookies) != nil else {
            var fields = form.fields.filter { Self.responseFields.contains($0.name) }
            fields.append((Self.repostMark, "1"))
            return try await hooks.repost(FormBody(fields), authority.redirectPath, request, context)
        }
        return try await finish(form, request, context)
    }

    private func pending(_ form: FormBody, in cookies: RequestCookies) -> StoredAttempt? {
        form[single: "state"].flatMap { site.attempts.pending(state: $0, in: cookies, now: site.now()) }
    }

    private func finish(_ form: FormBody?, _ request: Request, _ context: Context) async throws -> Response {
        do {
            return try await finished(form, request, context)
        } catch let error as SignInError {
            log(error, context)
            throw error
        }
    }

    private func log(_ error: SignInError, _ context: Context) {
        SignInEvent.signInRefused.log(
            to: context.logger, error: error.provider,
            fields(SignInRefusal(error.kind)).merging(error.reason.map { ["reason": "\($0)"] } ?? [:]) { $1 })
    }

    private func fields(_ refusal: SignInRefusal) -> Logger.Metadata {
        ["kind": "\(refusal.rawValue)", "authority": "\(authority.name)"]
    }

    private func finished(_ form: FormBody?, _ request: Request, _ context: Context) async throws -> Response {
        guard let form else { throw SignInError(.unreadableResponse) }
        guard let attempt = pending(form, in: context.session.cookies) else { throw SignInError(.unknownSignIn) }
        do {
            return try await finished(attempt, form, request, context)
        } catch var error as SignInError {
            // If the response came to another authority's redirect URI, the sign-in starts again at its own authority.
            let authority = site.authorities[attempt.authority] ?? authority
            error.retryPath = authority.startPath(
                attempt.path, policy: attempt.attempt.policy, returnTo: attempt.returnTo, after: attempt.cause,
                choosingAccount: error.isAboutAccount,
                stepUp: attempt.stepUp.flatMap { site.stepUps.seal($0, in: context.session) })
            throw error
        }
    }

    private func finished(
        _ attempt: StoredAttempt, _ form: FormBody, _ request: Request, _ context: Context
    ) async throws -> Response {
        let session = context.session
        try await finisher.consume(attempt, isSigningIn: session.current == nil)
        session.setCookies([site.attempts.expiring(state: attempt.attempt.state)])
        var outcome = SignInOutcome.failed
        defer { site.rows.metrics.signIns.count(outcome) }
        guard let route = authority.route(path: attempt.path), attempt.authority == authority.name else {
            throw SignInError(.unknownSignIn)
        }
        if site.loopGuard.isLoop(in: session.cookies, now: site.now()) { throw SignInError(.signInLoop) }
        let ending = try await ending(of: attempt, route, form, request, context)
        var response = try await ending.isSignedIn ? admitted(ending.response, request, context) : ending.response
        if ending.isSignedIn, route.startsSession, let session = session.current, let bindings = site.deviceBindings {
            response.headers[.secureSessionRegistration] = try? bindings.registration(for: session.key, now: site.now())
        }
        outcome = ending.outcome
        if ending.isCounted {
            session.setCookies(
                site.loopGuard.recording(
                    completed: true, interaction: ending.isInteraction, over: session.cookies, now: site.now()))
        }
        return response
    }

    /// The ending of a sign-in, by its authorization response.
    private func ending(
        of attempt: StoredAttempt, _ route: SignInRoute, _ form: FormBody, _ request: Request, _ context: Context
    ) async throws -> SignInEnding {
        do {
            let isSignedIn = try await finisher.finish(
                attempt, route, try AuthorizationResponse(parsing: form), in: context.session,
                browser: request.userAgent, logger: context.logger)
            guard isSignedIn else {
                return .signInNext(redirect(to: .signIn, attempt) ?? Response(seeOther: site.options.homePath))
            }
            // Forms that stay because the store is unreachable open only for their own user.
            try? await site.pendingForms.discardOthers(in: context.session)
            return .signedIn(
                Response(seeOther: attempt.returnTo ?? site.options.signedInPath ?? site.options.homePath))
        } catch let cause as OpenIDConnectError {
            let error = authority.located(cause)
            let response = try await response(to: error, form, attempt, route, request, context)
            SignInEvent.signInRefused.log(to: context.logger, error: error, fields(SignInRefusal(error.kind)))
            return .refused(error, response)
        }
    }

    /// The response to a user who has just signed in, as the application changes it.
    ///
    /// - Throws: The application's error, after the new session has ended.
    private func admitted(_ response: Response, _ request: Request, _ context: Context) async throws -> Response {
        do {
            return try await hooks.signedIn(response, request, context)
        } catch {
            if let session = context.session.current {
                let ending = SessionEnding.refused
                let (tokens, place) = await site.rows.end(
                    session.id, until: session.expiryDate, because: ending)
                site.rows.log(ending, session.key, place)
                context.session.clear()
                if let tokens { await site.rows.revoke(tokens, of: session.id) }
            }
            throw error
        }
    }

    /// The redirect to another sign-in that returns to the attempt's page; `nil` if there is no such route.
    private func redirect(to purpose: SignInRoute.Purpose, _ attempt: StoredAttempt) -> Response? {
        guard let path = authority.route(purpose)?.path else { return nil }
        let query = attempt.returnTo.map { "?\(FormBody([("returnTo", $0)]).encoded)" } ?? ""
        return Response(seeOther: path + query)
    }

    /// The response to an authorization error.
    ///
    /// An error that isn't part of the flow is thrown, so that a page shows it.
    private func response(
        to error: OpenIDConnectError, _ form: FormBody, _ attempt: StoredAttempt, _ route: SignInRoute,
        _ request: Request, _ context: Context
    ) async throws(SignInError) -> Response {
        switch error.kind {
        case .cancelled, .cancelledAtSocialProvider:
            return Response(seeOther: site.options.homePath)
        case .passwordForgotten:
            if let response = redirect(to: .passwordReset, attempt) { return response }
        case .interactionRequired:
            let cookies = context.session.cookies
            // The sign-in's own requirements are sent again.
            let asked = SignInRequest(
                uiLocales: hooks.uiLocales(request, context), maxAge: attempt.attempt.maxAge,
                acrValues: attempt.attempt.acrValues, isACREssential: attempt.attempt.isACREssential)
            let started = try await starter.interact(
                error, at: route.with(policy: attempt.attempt.policy), asking: asked,
                returnTo: attempt.returnTo, after: attempt.cause, stepUp: attempt.stepUp,
                isRepeated: site.loopGuard.hasInteracted(in: cookies, now: site.now()),
                replacing: attempt.attempt.state, over: cookies)
            context.session.setCookies(started.fields)
            return Response(seeOther: started.location)
        case .unidentifiedUser:
            throw SignInError(.claimMissing(MissingClaim(name: "oid")))
        default: break
        }
        // The authority did respond: it is this sign-in that failed.
        throw SignInError(form[single: "error"] == nil ? .provider(error) : .refused(error))
    }
}
