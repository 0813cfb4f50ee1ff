import Hummingbird
import OpenIDConnect

/// The outcome of an authorization response, with the response to the browser.
enum SignInEnding: Sendable {
    /// A user is signed in, or the user who was signed in before has other claims.
    case signedIn(Response)
    /// The policy did its work for a user who is not signed in here.
    case signInNext(Response)
    /// The authority refused, which is part of the flow.
    case refused(OpenIDConnectError, Response)

    var response: Response {
        switch self {
        case .signedIn(let response), .signInNext(let response), .refused(_, let response): response
        }
    }

    var isSignedIn: Bool {
        if case .signedIn = self { true } else { false }
    }

    /// The outcome that metrics count.
    var outcome: SignInOutcome { isSignedIn ? .succeeded : .cancelled }

    /// Whether many of these within a minute are a loop; a cancelled sign-in is none.
    var isCounted: Bool {
        guard case .refused(let error, _) = self else { return true }
        return error.kind != .cancelled && error.kind != .cancelledAtSocialProvider
    }

    /// Whether the user was sent to the authority once more, because it requires interaction.
    var isInteraction: Bool {
        guard case .refused(let error, _) = self else { return false }
        return error.isInteractionRequired
    }
}
