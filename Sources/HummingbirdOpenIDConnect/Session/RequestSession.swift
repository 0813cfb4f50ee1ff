import OpenIDConnect
import Synchronization

/// The session of one request, as it came and as it is to go.
public final class RequestSession: Sendable {
    enum Change {
        case none
        case stored(Session)
        case cleared
    }

    private struct State {
        var session: Session?
        var change = Change.none
    }

    private let site: WebSignIn?
    private let state: Mutex<State>

    /// A session of nobody, as a request's is until ``WebSignIn/add(to:)``'s middleware has opened the cookie.
    public convenience init() { self.init(nil, at: nil) }

    init(_ session: Session?, at site: WebSignIn?) {
        self.site = site
        state = Mutex(State(session: session))
    }

    /// Who is signed in; `nil` for nobody.
    public var user: SignedInUser? { current.flatMap(SignedInUser.init) }

    /// Who is signed in.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn``, which sends a navigation to sign-in and answers anything else with
    ///   401.
    public func requireUser() throws(SignInError) -> SignedInUser {
        guard let user else { throw notSignedIn }
        return user
    }

    /// The access token, refreshed where it ends within a minute.
    ///
    /// Call it before the response begins, for new tokens travel in the response's cookies.
    ///
    /// - Throws: ``SignInError/Kind/notSignedIn`` where nobody is signed in, or no longer: the session ends when the
    ///   authority refuses the refresh token, or the access token has ended and there is none (RFC 6749, section 6).
    ///   ``SignInError/Kind/provider(_:)`` where the authority can't be asked and the token has ended.
    public func accessToken() async throws(SignInError) -> String {
        guard let site, let session = current else { throw notSignedIn }
        let now = site.now()
        guard session.isExpiring(at: now) else { return session.accessToken }
        guard let refreshToken = session.refreshToken else {
            guard session.isExpired(at: now) else { return session.accessToken }
            end()
            throw notSignedIn
        }
        do {
            let next = try await site.refresher.refresh(session, with: refreshToken)
            store(next)
            return next.accessToken
        } catch {
            if error.kind.endsSession {
                end()
                throw notSignedIn
            }
            if let refreshToken = error.newRefreshToken {
                var next = session
                next.refreshToken = refreshToken
                store(next)
            }
            guard session.isExpired(at: site.now()) else { return session.accessToken }
            throw SignInError(.provider(error))
        }
    }

    var current: Session? { state.withLock { $0.session } }
    var change: Change { state.withLock { $0.change } }

    private var notSignedIn: SignInError { SignInError(.notSignedIn, signInPath: site?.options.signInPath) }

    /// Begins a session in place of the one there is, which is over.
    func begin(_ session: Session) {
        end()
        store(session)
    }

    /// Ends the session, also for copies of its cookie that this process sees.
    func end() {
        if let site, let session = current {
            site.endedSessions.spend(session.identifier, until: session.end, now: site.now())
        }
        state.withLock { $0 = State(session: nil, change: .cleared) }
    }

    private func store(_ session: Session) {
        state.withLock { $0 = State(session: session, change: .stored(session)) }
    }
}
