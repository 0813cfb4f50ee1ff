import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import NIOPosix
import TaskCore

/// The tasks API, as the user of one request calls it.
///
/// A call throws ``TasksAPIError`` for a response that reports an error, and the transport's errors.
struct TasksClient: Sendable {
    /// Maximum size of a list, in bytes.
    static let maximumResponseBytes = 8 << 20

    /// A longer list isn't read on an event loop, because it may take seconds.
    private static let shortListBytes = 32 << 10

    /// The values that all users' clients share, behind one reference, because clients are copied.
    final class Endpoint: Sendable {
        fileprivate let base: HTTPURL
        fileprivate let timeout: Duration
        /// The request for the first page of all tasks.
        fileprivate let wholeList: TransportRequest

        init(base: HTTPURL, timeout: Duration) {
            self.base = base
            self.timeout = timeout
            wholeList = TasksClient.list(at: base, filter: .all, after: nil, timeout: timeout)
        }
    }

    private let api: Endpoint
    /// Sends with the user's token.
    private let transport: any Transport
    private var base: HTTPURL { api.base }

    init(_ api: Endpoint, transport: any Transport) {
        self.api = api
        self.transport = transport
    }

    private static func list(
        at base: HTTPURL, filter: TaskFilter, after: String?, timeout: Duration
    ) -> TransportRequest {
        var query = FormBody([("limit", "\(TaskList.pageSize)")])
        query.append("completed", filter.completed.map { "\($0)" })
        query.append("after", after)
        return TransportRequest(
            .get, base.appending(query: query), timeout: timeout, maximumResponseBytes: maximumResponseBytes)
    }

    func list(filter: TaskFilter, after: String?) async throws -> TaskList {
        let request = listRequest(filter: filter, after: after)
        let start = ContinuousClock.now
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as TransportError where error.kind == .broken {
            response = try await resend(request, after: .now - start, error)
        }
        let found = try response.successful(refusal: .refusedList)
        return found.body.count > Self.shortListBytes
            ? try await readOffLoop(found, filter: filter, after: after)
            : try Self.read(found, filter: filter, after: after)
    }

    @inline(never)  // frame
    private func listRequest(filter: TaskFilter, after: String?) -> TransportRequest {
        filter == .all && after == nil
            ? api.wholeList : Self.list(at: base, filter: filter, after: after, timeout: api.timeout)
    }

    /// Sends a request for a list once more in the time that is left, because reading changes nothing.
    @inline(never)  // frame
    private func resend(
        _ request: TransportRequest, after elapsed: Duration, _ error: TransportError
    ) async throws -> TransportResponse {
        var request = request
        request.timeout -= elapsed
        guard request.timeout > .zero else { throw error }
        return try await transport.send(request)
    }

    @inline(never)  // frame
    private func readOffLoop(
        _ response: TransportResponse, filter: TaskFilter, after: String?
    ) async throws -> TaskList {
        try await NIOThreadPool.singleton.runIfActive { try Self.read(response, filter: filter, after: after) }
    }

    @inline(never)  // frame
    private static func read(_ response: TransportResponse, filter: TaskFilter, after: String?) throws -> TaskList {
        try TaskListReader.page(response, filter: filter, after: after)
    }

    /// The tasks after a place, for a reader that wants all of the user's.
    func part(after place: String?) async throws -> TaskListPart {
        let request = listRequest(filter: .all, after: place)
        let start = ContinuousClock.now
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as TransportError where error.kind == .broken {
            response = try await resend(request, after: .now - start, error)
        }
        let found = try response.successful(refusal: .refusedList)
        guard found.body.count > Self.shortListBytes else { return try TaskListReader.part(found, after: place) }
        return try await NIOThreadPool.singleton.runIfActive { try TaskListReader.part(found, after: place) }
    }

    /// - Returns: The new task's identifier, if the API returns it.
    func add(_ text: TaskText) async throws -> String? {
        do {
            let response = try await transport.send(request(.post, base, json: ["task": .string(text.value)]))
            return TaskListDecoder.task(try response.successful(refusal: .refusedInput).body)?.id
        } catch let error as TransportError where error.status == .created {
            // There is a task, whatever became of the body (RFC 9110, section 15.3.2).
            return nil
        }
    }

    func change(_ id: String, text: TaskText?, completed: Bool?) async throws {
        var object = JSONObject()
        if let text { object.members.append(.init("task", .string(text.value))) }
        if let completed { object.members.append(.init("completed", .bool(completed))) }
        _ = try await transport.send(request(.patch, url(of: id), json: object))
            .successful(ofOneTask: true, refusal: text == nil ? .refusedChange : .refusedInput)
    }

    func delete(_ id: String) async throws {
        _ = try await transport.send(request(.delete, url(of: id))).successful(ofOneTask: true)
    }

    func delete(named text: String) async throws {
        _ = try await transport.send(request(.delete, base, json: ["task": .string(text)])).successful(ofOneTask: true)
    }

    func changeAll(completed: Bool) async throws {
        _ = try await transport.send(request(.patch, base, json: ["completed": .bool(completed)])).successful()
    }

    func deleteCompleted() async throws {
        let url = base.appending(query: FormBody([("completed", "true")]))
        _ = try await transport.send(request(.delete, url)).successful()
    }

    /// The outcome of looking up one task.
    enum LookUp: Sendable, Equatable {
        case found(ListedTask)
        case missing
        /// The API's response doesn't show it.
        case unknown
    }

    /// Looks for one task.
    ///
    /// Pages can do without the result, so it may not take long.
    func lookUp(_ id: String) async throws -> LookUp {
        var request = request(.get, try url(of: id))
        request.timeout = min(api.timeout, .seconds(2))
        do {
            let response = try await transport.send(request)
            if response.status == .notFound { return .missing }
            return TaskListDecoder.task(try response.successful().body).map(LookUp.found) ?? .unknown
        } catch is TasksAPIError {
            return .unknown
        } catch is TransportError {
            return .unknown
        }
    }

    /// A task's URL, if its identifier can't lead to another place at the API.
    private func url(of id: String) throws(TasksAPIError) -> HTTPURL {
        guard let url = base.appending(pathSegment: id) else { throw .noSuchTask }
        return url
    }

    private func request(_ method: HTTPRequest.Method, _ url: HTTPURL, json: JSONObject? = nil) -> TransportRequest {
        let body = json.map { Array(JSONValue.object($0).text.utf8) }
        var fields: HTTPFields = [:]
        if body != nil { fields[.contentType] = "application/json" }
        return TransportRequest(
            method, url, headerFields: fields, body: body, timeout: api.timeout,
            maximumResponseBytes: Self.maximumResponseBytes)
    }
}

/// The fault in a response of the tasks API.
enum TasksAPIError: Error, Equatable, CustomStringConvertible {
    /// The API refused a text that a user has entered.
    case refusedInput
    /// The API refused a change in which there is no such text.
    case refusedChange
    /// The API refused to list tasks, for which a user has entered nothing.
    case refusedList
    case forbidden
    case noSuchTask
    /// The API is busy, for so many seconds if it says so.
    case busy(retryAfter: Int?)
    /// The API is not called for so many seconds, because it didn't respond in time again and again.
    case suspended(seconds: Int)
    case unexpectedStatus(Int)
    case invalidList
    /// The API says that there are more tasks, but not how to request them: its pages repeat, or its tasks have no
    /// identifiers.
    case endlessList
    /// A response that reports success is a web page, so it is not the API that responded.
    case webPage

    /// For the log, without text from the API.
    var description: String {
        switch self {
        case .refusedInput: "the tasks API refused the input"
        case .refusedChange: "the tasks API refused the change"
        case .refusedList: "the tasks API refused the request for the list"
        case .forbidden: "the tasks API responded with 403"
        case .noSuchTask: "the tasks API has no such task"
        case .busy: "the tasks API responded with 503"
        case .suspended(let seconds): "the tasks API has timed out several times; it is called again in \(seconds) s"
        case .unexpectedStatus(404): "the tasks API responded with 404 to its base URL"
        case .unexpectedStatus(let code): "the tasks API responded with \(code)"
        case .invalidList: "the list is not a JSON array of tasks"
        case .endlessList: "the list has no end: its pages repeat, or its tasks have no identifiers"
        case .webPage: "the tasks API responded with a web page"
        }
    }
}

extension TransportResponse {
    /// The response, if its status reports success.
    ///
    /// - Parameters:
    ///   - isOneTask: Whether the call named one task, so that 404 is about the task and not the API's place.
    ///   - refusal: The error if the API refuses the call (400 or 422).
    @inline(never)  // frame
    fileprivate func successful(
        ofOneTask isOneTask: Bool = false, refusal: TasksAPIError = .refusedChange
    ) throws(TasksAPIError) -> TransportResponse {
        switch status.code {
        case 200..<300:
            // A gateway that requires a sign-in or says that it is busy may do so with 200. A plain "OK" is no page,
            // even if it is called one.
            let start = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if start == UInt8(ascii: "<"), headerFields[.contentType]?.lowercased().hasPrefix("text/html") == true {
                throw .webPage
            }
            return self
        case 400, 422: throw refusal
        case 403: throw .forbidden
        case 404 where isOneTask: throw .noSuchTask
        case 503: throw .busy(retryAfter: RetryAfter.seconds(headerFields[.retryAfter], now: Date()))
        default: throw .unexpectedStatus(status.code)
        }
    }
}
