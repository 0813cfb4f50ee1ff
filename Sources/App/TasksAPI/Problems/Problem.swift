import Encodings
import HTTPTypes
import Hummingbird

/// An error in the format of RFC 9457.
struct Problem: Error, Equatable {
    static let contentType = "application/problem+json"

    let status: HTTPResponse.Status
    let detail: String?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String?) {
        self.status = status
        self.detail = detail
    }

    /// 400: the request can't be read.
    static func badRequest(_ detail: String) -> Problem { Problem(.badRequest, detail) }

    /// 404: the caller has no such task.
    static let noSuchTask = Problem(.notFound, "There is no such task.")

    /// 412: the task isn't the one that `If-Match` names.
    static let taskChanged = Problem(.preconditionFailed, "The task has changed. Fetch it, and try again.")

    /// 422: the request can be read, but not carried out.
    static func unprocessable(_ detail: String) -> Problem { Problem(.unprocessableContent, detail) }

    /// 401 with the challenge of RFC 6750, section 3; the error is named only if a token was sent.
    ///
    /// - Parameter fault: The fault of the token, in ASCII without quotation marks; `nil` if none was sent.
    static func unauthorized(_ fault: String?) -> Problem {
        var problem = Problem(
            .unauthorized, fault ?? "Send an access token in the Authorization field, with the scheme Bearer.")
        problem.headers[.wwwAuthenticate] =
            fault.map { #"Bearer error="invalid_token", error_description="\#($0)""# } ?? "Bearer"
        return problem
    }

    /// 401 with the challenge of RFC 9470, section 3, for a token that is valid: its user has to authenticate again.
    ///
    /// - Parameter fault: The fault, in ASCII without quotation marks.
    static func insufficientAuthentication(_ fault: String, maxAge: Int64) -> Problem {
        var problem = Problem(.unauthorized, fault)
        problem.headers[.wwwAuthenticate] =
            #"Bearer error="insufficient_user_authentication", error_description="\#(fault)", max_age="\#(maxAge)""#
        return problem
    }

    /// 400 as RFC 6750, section 3.1, has it for a request that bears more than one token.
    static let severalTokens: Problem = {
        let detail = "There is more than one Authorization field."
        var problem = Problem(.badRequest, detail)
        problem.headers[.wwwAuthenticate] = #"Bearer error="invalid_request", error_description="\#(detail)""#
        return problem
    }()

    /// 503: the token can't be verified now.
    static let authorityUnavailable = unavailable("The authority that issues access tokens can't be reached.")

    /// 503: the tasks can't be read or changed now.
    static let storeUnavailable = unavailable("The tasks can't be reached.")

    /// 503: a user makes one change of all tasks at a time.
    static let bulkChangeUnderWay = unavailable("Another change of all your tasks is under way.")

    private static func unavailable(_ reason: String) -> Problem {
        var problem = Problem(.serviceUnavailable, "\(reason) Try again soon.")
        problem.headers[.retryAfter] = "5"
        return problem
    }

    var response: Response {
        var json = JSONWriter()
        json.append(#"{"type":"about:blank","title":"#)
        json.append(string: status.reasonPhrase)
        json.append(#","status":\#(status.code)"#)
        if let detail {
            json.append(#","detail":"#)
            json.append(string: detail)
        }
        json.append("}")
        var headers = headers
        headers[.contentType] = Self.contentType
        return Response(status: status, headers: headers, body: json.body)
    }
}
