import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird
import TaskCore
import WebSupport

/// The members of a request's JSON about a task.
///
/// Members of other names are ignored, so that a whole item can be sent back.
struct TaskBody {
    let task: String?
    let completed: Bool?

    /// Reads a request's body.
    ///
    /// - Returns: `nil` if the request has no body.
    /// - Throws: ``Problem`` 400 if the body isn't JSON by its content and its type, 422 for JSON of another shape, or
    ///   in which readers could see different values. `HTTPError` as `wholeBody()` does.
    static func read(from request: Request) async throws -> TaskBody? {
        let bytes = Array(try await request.wholeBody().readableBytesView)
        guard !bytes.isEmpty else { return nil }
        guard isJSON(request.headers.mediaType) else {
            throw Problem.badRequest("Send the body as application/json.")
        }
        return try TaskBody(parse(bytes))
    }

    private static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            switch error {
            case .malformed: throw .badRequest("The body is not JSON.")
            case .duplicateName: throw .unprocessable("An object has two members of one name.")
            case .loneSurrogate: throw .unprocessable("A string has half of a surrogate pair.")
            }
        }
    }

    private init(_ json: JSONValue) throws(Problem) {
        guard let object = json.object else { throw .unprocessable("The body must be an object.") }
        // A null is a value of the wrong kind, not a missing one.
        switch object.value(of: "task") {
        case .string(let text): task = text
        case nil: task = nil
        default: throw .unprocessable(#"The member "task" must be a string."#)
        }
        switch object.value(of: "completed") {
        case .bool(let value): completed = value
        case nil: completed = nil
        default: throw .unprocessable(#"The member "completed" must be true or false."#)
        }
    }

    /// Whether there is a text that isn't blank.
    var namesTask: Bool { task?.unicodeScalars.contains { !$0.properties.isWhitespace } == true }

    /// The text of a task.
    ///
    /// - Throws: ``Problem`` 422 if there is none or it can't be a task's.
    func requireText() throws(Problem) -> TaskText {
        guard let text = try text() else { throw .unprocessable(#"The member "task" is missing."#) }
        return text
    }

    /// The text of a task if one is given.
    func text() throws(Problem) -> TaskText? {
        guard let task else { return nil }
        do {
            return try TaskText(task)
        } catch {
            switch error {
            case .empty: throw .unprocessable("A task can't be empty.")
            case .tooLong:
                throw .unprocessable(
                    "A task has at most \(TaskText.maximumScalars) characters, and 8 KiB of white space around them.")
            case .containsNull: throw .unprocessable("A task can't hold a NUL.")
            }
        }
    }

    private static func isJSON(_ type: String?) -> Bool {
        guard let type else { return true }
        return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
    }
}
