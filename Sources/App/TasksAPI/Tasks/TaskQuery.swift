import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird

/// The query parameters of a call on the list; others are ignored.
struct TaskQuery {
    /// Maximum number of tasks in one response, which is also the default.
    static let maximumLimit = 1000

    let completed: Bool?
    let limit: Int
    let after: String?

    /// Reads a request's query.
    ///
    /// - Throws: ``Problem`` 400 for an invalid value, or a name that occurs twice.
    init(of request: Request) throws(Problem) {
        guard let form = FormBody(parsing: request.uri.query ?? "") else {
            throw .badRequest("The query can't be decoded.")
        }
        switch try Self.single("completed", in: form) {
        case nil: completed = nil
        case "true": completed = true
        case "false": completed = false
        default: throw .badRequest("The parameter completed must be true or false.")
        }
        limit = try Self.single("limit", in: form).map(Self.limit) ?? Self.maximumLimit
        after = try Self.single("after", in: form)
    }

    /// A relative reference to the part of the list after a task.
    ///
    /// The reference is relative because the host that the client names can't be trusted.
    func nextLink(after id: String) -> String {
        var form = FormBody()
        form.append("completed", completed.map { "\($0)" })
        form.append("limit", "\(limit)")
        form.append("after", id)
        return #"</tasks?\#(form.encoded)>; rel="next""#
    }

    private static func limit(_ text: String) throws(Problem) -> Int {
        guard text.utf8.allSatisfy(\.isDigit), let limit = Int(text),
            (1...maximumLimit).contains(limit)
        else { throw .badRequest("The parameter limit must be a number from 1 to \(maximumLimit).") }
        return limit
    }

    private static func single(_ name: String, in form: FormBody) throws(Problem) -> String? {
        let values = form.fields.filter { $0.name == name }
        guard values.count < 2 else { throw .badRequest("The parameter \(name) is there more than once.") }
        return values.first?.value
    }
}
