import Synchronization

/// The session of one request, as it came and as it is to go.
///
/// Middleware reads the change on the response's way out; a context is a value and can't carry it back.
final class SessionSlot: Sendable {
    /// What became of the session while the request was served.
    enum Change: Sendable {
        /// Nothing: no cookie is set.
        case none
        /// It is another one, or has other tokens.
        case stored(Session)
        /// It is over.
        case cleared
        /// It was ended elsewhere while the request was served: no cookie is set, since the browser may have that of
        /// another session by now.
        case endedElsewhere
    }

    private struct State {
        var session: Session?
        var change = Change.none
    }

    /// A session that was left lying too long: it lets nobody in, and is there to be ended.
    let lapsed: Session?
    private let state: Mutex<State>

    init(_ session: Session? = nil, lapsed: Session? = nil) {
        self.lapsed = lapsed
        state = Mutex(State(session: session))
    }

    var session: Session? { state.withLock { $0.session } }
    var change: Change { state.withLock { $0.change } }

    func store(_ session: Session) {
        state.withLock { $0 = State(session: session, change: .stored(session)) }
    }

    func leave() {
        state.withLock { $0 = State(session: nil, change: .endedElsewhere) }
    }

    func clear() {
        state.withLock { $0 = State(session: nil, change: .cleared) }
    }
}
