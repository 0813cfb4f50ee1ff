import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore

/// A response of the provider, to be sent or broken off.
struct ProviderResponse {
    private struct BrokenOffError: Error {}

    private static let huge = #"{"filler":""# + String(repeating: "x", count: 5_000_000) + #""}"#

    var status: HTTPResponse.Status
    var fields: HTTPFields
    var body: String
    var isDropped = false

    init(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:], body: String = "") {
        self.status = status
        self.fields = fields
        self.body = body
    }

    static func json(_ object: JSONMembers, status: HTTPResponse.Status = .ok) -> ProviderResponse {
        ProviderResponse(
            status, [.contentType: "application/json", .cacheControl: "no-store"], body: JSON.object(object).text)
    }

    static func html(_ body: String, status: HTTPResponse.Status = .ok) -> ProviderResponse {
        ProviderResponse(status, [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"], body: body)
    }

    /// An error (RFC 6749, section 5.2).
    static func error(_ code: String, _ description: String? = nil, status: HTTPResponse.Status = .badRequest)
        -> ProviderResponse
    {
        var object: JSONMembers = ["error": .string(code)]
        object["error_description"] = description.map(JSON.string)
        return json(object, status: status)
    }

    static func redirect(_ address: String, _ fields: FormBody, status: HTTPResponse.Status = .found)
        -> ProviderResponse
    {
        let separator = fields.fields.isEmpty ? "" : address.contains("?") ? "&" : "?"
        return ProviderResponse(status, [.location: address + separator + fields.encoded, .cacheControl: "no-store"])
    }

    /// A fault's response; `nil` if the correct response is sent after all.
    init?(_ fault: ResponseFault) {
        switch fault {
        case .slow: return nil
        case .serverError: self = .error("server_error", "<b>not</b> today", status: .internalServerError)
        case .notFound: self = .error("not_found", status: .notFound)
        case .html: self = .html("<!doctype html><title>Maintenance</title><h1>Back soon</h1>")
        case .dropped: self = .dropped
        case .huge: self.init(.ok, [.contentType: "application/json"], body: Self.huge)
        case .array: self.init(.ok, [.contentType: "application/json"], body: "[1,2]")
        case .empty: self.init(.ok, [.contentType: "application/json"])
        case .truncated: self.init(.ok, [.contentType: "application/json"], body: #"{"access_token":"abc","#)
        case .redirect(let place): self = .redirect(place, FormBody(), status: .temporaryRedirect)
        }
    }

    /// A response that breaks off after its head.
    static var dropped: ProviderResponse {
        var response = ProviderResponse(.ok, [.contentType: "application/json"])
        response.isDropped = true
        return response
    }

    /// As Hummingbird sends it.
    var response: Response {
        guard isDropped else {
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
        }
        return Response(
            status: status, headers: fields,
            body: ResponseBody(contentLength: 1000) { writer in
                try await writer.write(ByteBuffer(string: "{"))
                throw BrokenOffError()
            })
    }
}

/// The endpoint of a request, and its delay.
extension ProviderState {
    /// How long the request has to wait.
    func wait(_ request: ReceivedRequest) -> Duration? {
        let fault: ResponseFault? =
            switch request.endpoint {
            case .metadata: misbehaviour.metadataFault
            case .keys: if case .fault(let fault) = misbehaviour.keys { fault } else { nil }
            case .token: if case .fault(let fault) = tokenResponseChange(request) { fault } else { nil }
            case .userInfo: if case .fault(let fault) = misbehaviour.userInfo { fault } else { nil }
            case .revocation: misbehaviour.revocation
            case .pushedRequest: misbehaviour.pushedRequestFault
            case .authorization, .endSession: nil
            }
        guard case .slow(let wait) = fault else { return nil }
        return wait
    }

    mutating func response(_ request: ReceivedRequest) throws -> ProviderResponse {
        switch request.endpoint {
        case .metadata: misbehaviour.metadataFault.flatMap { ProviderResponse($0) } ?? metadataResponse(request)
        case .keys: try keysResponse(request)
        case .authorization: authorizationResponse(request)
        case .token: try tokenResponse(request)
        case .userInfo: try userInfoResponse(request)
        case .endSession: endSessionResponse(request)
        case .revocation: revocationResponse(request)
        case .pushedRequest: pushedRequestResponse(request)
        }
    }
}
