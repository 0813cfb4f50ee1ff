import HTTPTransport
public import HTTPTypes
public import Hummingbird
import NIOCore
import OpenIDConnect

extension SignInError: HTTPResponseError {
    /// The status of the response to a request that is no navigation.
    public var status: HTTPResponse.Status {
        switch kind {
        case .notSignedIn: .unauthorized
        case .crossSiteRequest: .forbidden
        case .unknownSignIn: .badRequest
        case .sessionTooLarge: .internalServerError
        case .provider(let error): Self.status(of: error.kind)
        }
    }

    /// The redirect to sign-in, or one line of text; for a request that is no navigation a problem in JSON (RFC 9457).
    public func response(from request: Request, context: some RequestContext) -> Response {
        var response =
            if !request.isNavigation { problem } else if kind == .notSignedIn, let signInPath {
                signIn(at: signInPath, request)
            } else {
                text
            }
        response.set(cookies)
        return response
    }

    private func signIn(at path: String, _ request: Request) -> Response {
        // A form can't be sent again by coming back.
        guard request.method == .get || request.method == .head, LocalPath(request.target) != nil else {
            return Response(seeOther: path)
        }
        return Response(seeOther: "\(path)?\(FormBody([("returnTo", request.target)]).encoded)")
    }

    private var text: Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(words)\n")))
    }

    private var problem: Response {
        let json =
            #"{"type":"about:blank","title":"\#(status.reasonPhrase)","status":\#(status.code),"detail":"\#(words)"}"#
        return Response(
            status: status, headers: [.contentType: "application/problem+json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
    }

    private var words: StaticString {
        switch kind {
        case .notSignedIn: "Sign in first."
        case .crossSiteRequest: "This request did not come from a page of this site."
        case .unknownSignIn: "This sign-in is over, or was begun in another browser. Please sign in again."
        case .sessionTooLarge: "The session can't be kept."
        case .provider(let error):
            error.kind.isProvidersFault
                ? "The identity provider can't be reached, or does not work. Please try again later."
                : "The sign-in did not succeed. Please sign in again."
        }
    }

    private static func status(of kind: OpenIDConnectError.Kind) -> HTTPResponse.Status {
        switch kind {
        case .providerTimedOut: .gatewayTimeout
        case .temporarilyUnavailable: .serviceUnavailable
        case .configuration: .internalServerError
        case let kind where kind.isProvidersFault: .badGateway
        default: .badRequest
        }
    }
}
