import HTTPTransport

/// An error of an operation with the authority, and what the application should do about it.
public struct OpenIDConnectError: Error, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The kind of an error, which decides what the application should do.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: Sendable, Equatable {
        /// The response's `state` is missing, given twice, or not the attempt's.
        case unknownState
        /// The authority responded with an error of this code, reduced to letters, digits and `_.-` so that it can be
        /// shown.
        ///
        /// The code for a locked account is `AADB2C90111`, that for a temporarily locked one `AADB2C90114`.
        case refusedByProvider(code: String)
        /// The authority refused the user in its own words, or the user cancelled there; offer another account.
        case accessDenied
        /// The user cancelled; return to the page before the sign-in.
        case cancelled
        /// The user cancelled at the social provider; go back to the choice of sign-in.
        case cancelledAtSocialProvider
        /// The user forgot the password; go to the password-reset policy.
        case passwordForgotten
        /// The grant or the sign-in at the authority is of no use any more; sign in again. Ends the session at a
        /// refresh.
        case signInAgain
        /// The authority can't just now; try again after so many seconds.
        case temporarilyUnavailable(retryAfter: Int)
        /// The authority requires interaction with the user; send the browser to a new authorization request with these
        /// parameters.
        ///
        /// `claims` is a JSON object of at most 2,048 bytes. A session continues while its access token is valid.
        case interactionRequired(claims: String?, prompt: String?)
        /// The configuration or the registration is wrong, and only the operator can fix it.
        case configuration(ConfigurationFault)
        /// The response is malformed, comes from another issuer, or has a parameter twice.
        case invalidResponse
        /// The ID token does not verify.
        case invalidIDToken
        /// The ID token verifies, but the user did not authenticate as the request required: too long ago, or by
        /// another context class (`max_age`, `acr_values`).
        case insufficientAuthentication
        /// The ID token, or its `sub`, has more bytes than this limit. Ends the session at a refresh.
        case tooLarge(limit: Int)
        /// The ID token verifies, but identifies no user. Ends the session at a refresh.
        ///
        /// The authority's users are another authority's (``RelyingPartyConfiguration/sameUsersAs``), and the token has
        /// no GUID as `oid`, or another tenant's `tid`.
        case unidentifiedUser
        /// The logout token does not verify.
        case invalidLogoutToken
        /// The access token does not verify, for this reason (RFC 6750, section 3.1, `invalid_token`).
        case invalidAccessToken(String)
        /// The authority refuses the code or the refresh token (RFC 6749, section 5.2). Ends the session at a refresh.
        case invalidGrant
        /// The token endpoint sent something other than a token response.
        case badTokenResponse
        /// No connection to the authority, one that broke, or a call that was cancelled.
        ///
        /// A code or refresh token that was sent may be consumed.
        case providerUnreachable
        /// The authority did not respond in time.
        case providerTimedOut
        /// The authority's response is invalid.
        case invalidProviderResponse
        /// The authority's metadata names another issuer than the one to expect.
        case metadataMismatch

        /// Whether the session has to end if a refresh fails with this error.
        public var endsSession: Bool {
            switch self {
            case .invalidGrant, .signInAgain, .invalidIDToken, .tooLarge, .unidentifiedUser: true
            default: false
            }
        }

        /// Whether the fault is the authority's or the network's, so that the same call may work later.
        public var isProvidersFault: Bool {
            switch self {
            case .temporarilyUnavailable, .badTokenResponse, .providerUnreachable, .providerTimedOut,
                .invalidProviderResponse,
                .metadataMismatch:
                true
            default: false
            }
        }
    }

    /// How many seconds to wait if the authority sends no `Retry-After`.
    static let usualPause = 30

    /// The kind, which decides what the application should do.
    public var kind: Kind
    /// Microsoft's code of the error, such as `AADB2C90111` or `AADSTS50105`; it can be shown.
    public var providerCode: String?
    /// The description for the log, without tokens, codes and secrets.
    ///
    /// Text from the authority is bounded and made printable.
    public var description: String
    /// The entry of the application's settings with the authority's, if there are several authorities.
    public var settingsEntry: String?
    /// The correlation id that Microsoft put into its error, for the log.
    public var providerCorrelationID: String?
    /// The new refresh token of a token response that is otherwise of no use.
    ///
    /// Such a response has no usable access token, or its ID token is missing, is refused or can't be verified now.
    ///
    /// After a sign-in it is to be revoked. After a refresh the refresh token that was sent may be consumed, so the new
    /// one is to be revoked if the kind ``Kind/endsSession``, else stored for the next try. The description doesn't
    /// have it.
    public var newRefreshToken: String?
    /// The access token of such a response.
    ///
    /// After a sign-in it is to be revoked if there is no ``newRefreshToken``, whose revocation would take it along.
    /// The description doesn't have it.
    public var newAccessToken: String?
    /// Without the tokens.
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind, "description": description]) }
    /// Whether there was no connection, so that nothing in the request can have been used.
    var isUnsent = false

    /// An error of a kind, with words for the log.
    package init(_ kind: Kind, _ description: String, providerCorrelationID: String? = nil) {
        self.kind = kind
        self.description = description
        self.providerCorrelationID = providerCorrelationID
    }

    /// A refusal of the authority's response or document.
    ///
    /// - Parameters:
    ///   - value: The value that mattered.
    ///   - url: The URL of the refused document or response.
    init(_ reason: RefusalReason, _ value: String? = nil, at url: HTTPURL? = nil) {
        let place = url.map { "\($0.origin)\($0.path): " } ?? ""
        self.init(reason.kind, place + reason.words(value))
    }
}
