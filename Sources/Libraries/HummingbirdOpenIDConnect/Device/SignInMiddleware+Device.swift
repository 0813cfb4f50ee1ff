import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import SessionStorage
import SystemSupport
import WebSupport

/// What a request may do with a session that may be bound to a device.
enum DeviceCheck: Sendable {
    /// Use it.
    case use(Session)
    /// Go on without it.
    case withoutSession
    /// Nothing yet: the browser loads the page again, and proves its device first.
    case reload
}

/// The middleware's part in the binding of sessions to devices.
extension SignInMiddleware {
    /// Whether a session is bound and its request has the proof, as most have, which takes no waiting.
    func isBound(_ session: Session, provenBy bindings: DeviceBindings, _ opening: RequestSession) -> Bool {
        session.binding == .bound && bindings.isProven(session.id, in: opening.cookies, now: site.now())
    }

    /// Checks whether a request proves the device that its session is bound to, and counts and logs it if it doesn't.
    func checkDevice(
        _ session: Session, by bindings: DeviceBindings, _ request: Request, _ context: Context
    ) async -> DeviceCheck {
        // A browser has no proof while it renews one, and needs no session for that.
        if site.options.devicePaths.contains(request.uri.path) {
            context.session.leave()
            return .withoutSession
        }
        let isProven = bindings.isProven(session.id, in: context.session.cookies, now: site.now())
        let settled = session.binding == .offered ? await settled(session, isProven, context.session) : session
        guard let settled else { return .withoutSession }
        guard settled.binding == .bound, !isProven else { return .use(settled) }
        site.rows.metrics.deviceBindings.count(.missing)
        guard bindings.isRequired else {
            log("observed", settled, request, context)
            return .use(settled)
        }
        let isReloaded = mayReload(request, context)
        log(isReloaded ? "reloaded" : "refused", settled, request, context)
        context.session.leave()
        return isReloaded ? .reload : .withoutSession
    }

    /// Whether the browser gets a page that only reloads.
    ///
    /// A browser follows a link from another site without a proof, but renews the proof before it loads a page of this
    /// site once more.
    private func mayReload(_ request: Request, _ context: Context) -> Bool {
        request.method.isSafe && request.isNavigation && request.headers[.secFetchSite] != "same-origin"
            && request.headers[.secFetchDest].map { $0 == "document" } ?? true
            && !site.needsNoSession(request.uri.path)
            && site.loopGuard.mayReload(in: context.session.cookies, now: site.now())
    }

    /// The page that only reloads.
    func reloadPage(_ session: RequestSession) -> Response {
        session.setCookies(site.loopGuard.recordingReload(over: session.cookies, now: site.now()))
        var page = Response.html("<!doctype html><title>…</title>")
        page.headers[.refresh] = "0"
        return page
    }

    /// The session once it is known whether the browser has registered a key; `nil` if it has ended.
    ///
    /// The row knows it; the cookie of a proof shows it as well. Before the browser's time to register is over, the
    /// session stays as it is.
    private func settled(_ session: Session, _ isProven: Bool, _ opening: RequestSession) async -> Session? {
        if isProven {
            let next = session.with { $0.binding = .bound }
            opening.store(next)
            return next
        }
        let age = site.now() - session.started
        guard age >= DeviceBindings.window else { return session }
        // Tokens that wait for the store may be older than its row, and lack the key.
        let isFinal =
            age >= DeviceBindings.window + DeviceBindings.margin
            && site.rows.cache.pending.tokens(of: session.id) == nil
        let row: Result<TokenRow, SessionRowError>? = try? await withDeadline(.now + SessionRows.patience) {
            [rows = site.rows] in
            do throws(SessionRowError) {
                return .success(try await rows.row(of: session.key))
            } catch {
                return .failure(error)
            }
        }
        switch row {
        case .success(let row):
            let next = session.with {
                if row.tokens.deviceKey != nil { $0.binding = .bound } else if isFinal { $0.binding = .unbound }
            }
            opening.store(next, row.tokens)
            return next
        case .failure(.ended(let elsewhere)):
            opening.leave(.ended(elsewhere: elsewhere))
            return nil
        // The store can't be reached, and sessions go on meanwhile.
        case .failure, nil: return session
        }
    }

    private func log(_ kind: String, _ session: Session, _ request: Request, _ context: Context) {
        var fields: Logger.Metadata = ["kind": "\(kind)"]
        if let skipped = request.headers[.secureSessionSkipped] {
            // Anybody can send the field, so that nothing but a known reason is of use.
            fields["reason"] = "\(Self.skipReasons.first { skipped.hasPrefix($0) } ?? "other")"
        }
        SignInEvent.deviceCookieMissing.log(to: context.logger, session: session, fields)
    }

    /// Why a browser sends a request without a proof (`Secure-Session-Skipped`; W3C Device Bound Session Credentials,
    /// section 9.5).
    private static var skipReasons: [String] { ["server_error", "unreachable", "quota_exceeded"] }
}
