import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Hummingbird
import PageSupport

extension Response {
    static func page(_ page: some ProviderPage, status: HTTPResponse.Status = .ok) -> Response {
        var html = HTML()
        page.render(into: &html)
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: html.buffer))
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(value)
        return Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// An error of the token endpoint; `WWW-Authenticate` is set for a client that used `Authorization` (RFC 6749,
    /// section 5.2).
    static func json(_ error: OAuthError, to request: Request, at date: Date) throws -> Response {
        let body = TokenEndpointError(
            error: error.code.rawValue, errorDescription: ErrorDescription(error, at: date).description)
        var response = try json(body, status: error.code == .invalidClient ? .unauthorized : .badRequest)
        if error.code == .invalidClient, request.headers.contains(.authorization) {
            response.headers[.wwwAuthenticate] = #"Basic realm="\#(ProviderURLs.tenant)", charset="UTF-8""#
        }
        return response
    }

    static func seeOther(_ url: HTTPURL) -> Response {
        Response(status: .seeOther, headers: [.location: url.description])
    }
}
