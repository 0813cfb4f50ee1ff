import CoreMetrics
import HTTPTransport
import OpenIDConnect

/// The result of an authorization response whose state was consumed.
enum SignInOutcome: String, CaseIterable {
    /// A session started, or has new claims.
    case succeeded
    /// The user turned back, or was sent to another sign-in.
    case cancelled
    case failed
}

/// The result of a request to the authority for new tokens.
enum RefreshOutcome: String, CaseIterable {
    case succeeded
    /// The grant is of no use any more, or the authority requires interaction with the user.
    case refused
    case failed
}

/// Why a session ended before it expired.
enum SessionEndReason: String, CaseIterable {
    case signOut = "sign_out"
    case frontChannel = "front_channel"
    case backChannel = "back_channel"
    /// The user ended it from another session.
    case endedElsewhere = "ended_elsewhere"
    /// A new sign-in took its place.
    case replaced
    /// The authority refused the refresh, or sent tokens that can't be accepted.
    case refused
}

/// Counts what happens to sign-ins and sessions, at the backend that swift-metrics has when this is made.
struct SignInMetrics: Sendable {
    let signIns = LabelledCounter<SignInOutcome>("latchkey_sign_ins_total", by: "outcome")
    let refreshes = LabelledCounter<RefreshOutcome>("latchkey_refreshes_total", by: "outcome")
    let endedSessions = LabelledCounter<SessionEndReason>("latchkey_sessions_ended_total", by: "reason")
    let apiRequests = ClientRequestMetrics(.api)
}

/// A counter for each value of one label; all of them are there from the start, as rates need it.
struct LabelledCounter<Value: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Sendable {
    private let counters: [Value: Counter]

    init(_ name: String, by label: String) {
        counters = Dictionary(
            uniqueKeysWithValues: Value.allCases.map { value in
                (value, Counter(label: name, dimensions: [(label, value.rawValue)]))
            })
    }

    func count(_ value: Value) { counters[value]?.increment() }
}

extension OpenIDConnectError {
    /// The outcome of a refresh that failed with this error.
    var refreshOutcome: RefreshOutcome {
        switch kind {
        case .invalidGrant, .interactionRequired: .refused
        // Without a code it is this client that found the grant useless.
        case .signInAgain where providerCode != nil: .refused
        default: .failed
        }
    }
}
