import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import SessionStorage
import SystemSupport
import WebSupport

/// What the middleware does with a session that may be bound to a device.
extension SignInMiddleware {
    /// Looks whether a request proves the device that its session is bound to.
    ///
    /// - Returns: The session, unless it isn't this request's to use, and the response if there has to be one at once.
    func proven(
        _ session: Session, by bindings: DeviceBindings, _ request: Request, _ context: Context
    ) async -> (session: Session?, response: Response?) {
        let opening = context.session
        // What renews a proof comes without one, and uses no session.
        guard !site.options.devicePaths.contains(request.uri.path) else {
            opening.leave()
            return (nil, nil)
        }
        let isProven = bindings.isProven(session.id, in: opening.cookies, now: site.now())
        let session = session.binding == .offered ? await settled(session, isProven: isProven, opening) : session
        guard let session, session.binding == .bound, !isProven else { return (session, nil) }
        noteMissing(session, request, context)
        guard bindings.isRequired else { return (session, nil) }
        let cookies = opening.cookies
        opening.leave()
        // Browsers send what leads here from another site without a proof, and prove first what a page of this site
        // does. A sign-in needs no session.
        guard request.method.isSafe, request.isNavigation, request.headers[.secFetchSite] != "same-origin",
            !site.isOfSignIn(request.uri.path), site.loopGuard.mayReload(in: cookies, now: site.now())
        else { return (nil, nil) }
        opening.setCookies(site.loopGuard.recordingReload(over: cookies, now: site.now()))
        var page = Response.html("<!doctype html><title>…</title>")
        page.headers[.refresh] = "0"
        return (nil, page)
    }

    /// The session once it is known whether the browser has registered a key.
    ///
    /// The row knows it; the cookie of a proof shows it as well. Before the browser's time to register is over, the
    /// session stays as it is.
    private func settled(_ session: Session, isProven: Bool, _ opening: RequestSession) async -> Session? {
        if isProven {
            let next = session.with { $0.binding = .bound }
            opening.store(next)
            return next
        }
        guard site.now() - session.started >= DeviceBindings.window else { return session }
        // Tokens that wait for the store may be older than its row, and lack the key.
        let isFinal =
            site.now() - session.started >= DeviceBindings.window + DeviceBindings.margin
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
            let next = session.with(row.tokens).with {
                if isFinal, row.tokens.deviceKey == nil { $0.binding = .none }
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

    /// Counts and logs that a request lacks the cookie of a proof.
    private func noteMissing(_ session: Session, _ request: Request, _ context: Context) {
        site.rows.metrics.deviceBindings.count(.missing)
        var fields: Logger.Metadata = ["kind": site.deviceBindings?.isRequired == true ? "refused" : "observed"]
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
