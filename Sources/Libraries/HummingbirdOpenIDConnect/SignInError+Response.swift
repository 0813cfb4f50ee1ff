import Encodings
import HTTPTransport
public import HTTPTypes
public import Hummingbird
import NIOCore
import OpenIDConnect
import WebSupport

extension SignInError: HTTPResponseError {
    /// The status of the response, unless it is a redirect.
    public var status: HTTPResponse.Status {
        switch kind {
        case .notSignedIn, .accessTokenRefused(isRepeated: false), .stepUpRequired: .unauthorized
        case .crossSiteRequest, .claimMissing, .stepUpRequiredAgain: .forbidden
        case .unknownHint: .notFound
        case .unknownSignIn, .unreadableLink, .unreadableResponse, .foreignIssuer, .interactionRequiredAgain,
            .tooManySignIns, .providerSessionExpired:
            .badRequest
        case .refused(let error): error.kind == .accessDenied ? .forbidden : .badRequest
        case .unreadableForm: .unsupportedMediaType
        case .signInLoop, .signInLimit: .tooManyRequests
        case .sessionTooLarge, .accessTokenRefused(isRepeated: true), .entraVersion1TokenRefused: .badGateway
        case .storeUnavailable, .signedOutLocally: .serviceUnavailable
        case .provider(let error): Self.status(of: error.kind)
        }
    }

    /// One line of text; for a request that is no navigation a problem in JSON (RFC 9457).
    public func response(from request: Request, context: some RequestContext) -> Response {
        var response = request.isNavigation ? text : problem
        addFields(to: &response)
        return response
    }

    /// Adds the fields that each response to the error needs.
    public func addFields(to response: inout Response) {
        if status == .serviceUnavailable { response.headers[.retryAfter] = "\(RetryAfter.usual)" }
        if case .provider(let error) = kind, case .temporarilyUnavailable(let seconds) = error.kind {
            response.headers[.retryAfter] = "\(seconds)"
        }
        // For scripts, which can then tell it from the end of the session.
        if case .stepUpRequired = kind {
            response.headers[.wwwAuthenticate] = "Bearer error=\"insufficient_user_authentication\""
        }
        if case .signedOutLocally = kind { response.headers[.clearSiteData] = Self.clearedData }
        if !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "no-store" }
    }

    private var text: Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(message)\n")))
    }

    private var problem: Response {
        let members: [JSONObject.Member] = [
            .init("type", .string("about:blank")), .init("title", .string(status.reasonPhrase)),
            .init("status", .number("\(status.code)")), .init("detail", .string(message)),
        ]
        let json = JSONValue.object(JSONObject(members: members)).text
        return Response(
            status: status, headers: [.contentType: "application/problem+json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
    }

    private var message: String {
        switch kind {
        case .notSignedIn, .accessTokenRefused(isRepeated: false): "Sign in first."
        case .accessTokenRefused(isRepeated: true): "The API refuses the tokens of a new sign-in."
        case .entraVersion1TokenRefused:
            "The API refuses the tokens of a new sign-in. They are v1 tokens of Microsoft Entra: "
                + "set requestedAccessTokenVersion to 2 in the manifest of the API's registration."
        case .stepUpRequired: "Sign in again first: this needs a stronger or fresher sign-in."
        case .stepUpRequiredAgain: "The API wants a stronger or fresher sign-in than the identity provider gave."
        case .providerSessionExpired:
            "The identity provider says that your session there is over. Please sign in again."
        case .crossSiteRequest: "This request did not come from a page of this site."
        case .unknownSignIn: "This sign-in has expired, or was started in another browser. Please sign in again."
        case .unreadableLink: "The link to the sign-in can't be read."
        case .unreadableResponse: "The identity provider's response can't be read. Please sign in again."
        case .unreadableForm: "The request's body is not a form."
        case .foreignIssuer: "The link to the sign-in is for another identity provider."
        case .unknownHint: "There is no such way to sign in."
        case .claimMissing(let claim):
            claim.isLeftOut
                ? "The identity provider left out the claim \(claim.name), which this site requires."
                : "This account may not use this site. Sign in with another one\(retryAddress)"
        case .signInLoop: "This browser signs in again and again. Wait a minute, and check that it accepts cookies."
        case .signInLimit: "You have signed in too often. Try again tomorrow."
        case .interactionRequiredAgain: "The identity provider wants something else first. Please sign in again."
        case .tooManySignIns: "Another sign-in has just been started. Please sign in again."
        case .refused(let error) where error.kind == .accessDenied:
            "The sign-in was refused or cancelled at the identity provider. Sign in with another account\(retryAddress)"
        case .refused: "The sign-in did not succeed. Please sign in again."
        case .sessionTooLarge: "The session, or what a sign-in has to remember, is too large for its cookies."
        case .storeUnavailable: "The sessions can't be reached. Please try again later."
        case .signedOutLocally(let next, _):
            "You are signed out here. Copies of this session can't be refused everywhere yet."
                + (next.map { " Sign out at the identity provider, too: \($0)" } ?? "")
        case .provider(let error):
            switch error.kind {
            case .interactionRequired: "Sign in first."
            case .unidentifiedUser: "The identity provider does not say which user of the directory this is."
            case .configuration(let fault):
                "The sign-in is not configured correctly: "
                    + (error.settingsEntry.map { "\($0)." } ?? "") + "\(fault.rawValue)."
            case let kind where kind.isProvidersFault:
                "The identity provider can't be reached, or does not work. Please try again later."
            default: "The sign-in did not succeed. Please sign in again."
            }
        }
    }

    private var retryAddress: String { retryPath.map { ": \($0)" } ?? "." }

    private static func status(of kind: OpenIDConnectError.Kind) -> HTTPResponse.Status {
        switch kind {
        case .providerTimedOut: .gatewayTimeout
        case .temporarilyUnavailable: .serviceUnavailable
        case .configuration: .badGateway
        case .interactionRequired: .unauthorized
        case .unidentifiedUser, .accessDenied: .forbidden
        case let kind where kind.isProvidersFault: .badGateway
        default: .badRequest
        }
    }
}
