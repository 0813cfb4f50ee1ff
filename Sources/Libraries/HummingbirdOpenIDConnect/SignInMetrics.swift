import CoreMetrics
import HTTPTransport
import OpenIDConnect

/// The result of a sign-in whose state was consumed, or of a request to the authority for new tokens.
enum SignInOutcome: String {
    /// A session started, or has new claims or tokens.
    case succeeded
    /// The user turned back, or was sent to another sign-in.
    case cancelled
    /// The refresh token is of no use any more, or the authority requires interaction with the user.
    case refused
    case failed
}

/// What happened to the binding of a session to a device.
enum DeviceBindingOutcome: String {
    /// A browser has registered a key.
    case registered
    /// A browser has proved its key once more.
    case refreshed
    /// A registration or a proof was refused.
    case refused
    /// A request in a bound session lacks the cookie of a proof.
    case missing
}

/// Counts what happens to sign-ins and sessions, at the backend that swift-metrics has when this is made.
struct SignInMetrics: Sendable {
    let signIns = LabelledCounter(
        "latchkey_sign_ins_total", by: "outcome", [SignInOutcome.succeeded, .cancelled, .failed])
    let refreshes = LabelledCounter(
        "latchkey_refreshes_total", by: "outcome", [SignInOutcome.succeeded, .refused, .failed])
    let endedSessions = LabelledCounter(
        "latchkey_sessions_ended_total", by: "reason", SessionEnding.allCases.filter(\.isCounted))
    let deviceBindings = LabelledCounter(
        "latchkey_device_bindings_total", by: "outcome",
        [DeviceBindingOutcome.registered, .refreshed, .refused, .missing])
    let apiRequests = ClientRequestMetrics(.api)
}

/// A counter for each of some values of one label; all of them are there from the start, as rates need it.
struct LabelledCounter<Value: Hashable & RawRepresentable<String> & Sendable>: Sendable {
    private let counters: [Value: Counter]

    init(_ name: String, by label: String, _ values: [Value]) {
        counters = Dictionary(
            uniqueKeysWithValues: values.map { value in
                (value, Counter(label: name, dimensions: [(label, value.rawValue)]))
            })
    }

    /// Counts a value, if it is one of those.
    func count(_ value: Value) { counters[value]?.increment() }
}

extension OpenIDConnectError {
    /// The outcome of a refresh that failed with this error.
    var refreshOutcome: SignInOutcome {
        switch kind {
        case .invalidGrant, .interactionRequired: .refused
        // Without a code it is this client that found the grant useless.
        case .signInAgain where providerCode != nil: .refused
        default: .failed
        }
    }
}
