import Encodings
import FoundationEssentials
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

    static func json(_ object: JSONObject, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: JSONValue.object(object).text)))
    }

    /// An error of the token endpoint; `WWW-Authenticate` is set for a client that used `Authorization` (RFC 6749,
    /// section 5.2).
    static func json(_ error: OAuthError, to request: Request, at date: Date) -> Response {
        var response = json(
            [
                "error": .string(error.code.rawValue),
                "error_description": .string(ErrorDescription(error, at: date).description),
            ], status: error.code == .invalidClient ? .unauthorized : .badRequest)
        if error.code == .invalidClient, request.headers.contains(.authorization) {
            response.headers[.wwwAuthenticate] = #"Basic realm="\#(ProviderURLs.tenant)", charset="UTF-8""#
        }
        return response
    }
}
