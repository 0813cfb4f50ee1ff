import HTTPTransport
import HTTPTypes
import Hummingbird
import WebSupport

/// The parameters of a protocol request: each is there once at most, and an empty one counts as not given (RFC 6749,
/// section 3.1).
struct Parameters: Sendable {
    private let values: [String: String]

    /// - Returns: `nil` if a name is there twice.
    init?(_ form: FormBody) {
        var values: [String: String] = [:]
        for field in form.fields where !field.value.isEmpty {
            guard values.updateValue(field.value, forKey: field.name) == nil else { return nil }
        }
        self.values = values
    }

    /// Reads the query of a GET, the form of a POST.
    init(_ request: Request) async throws {
        let text: String
        if request.method == .post {
            guard request.headers.mediaType == FormBody.contentType else { throw HTTPError(.unsupportedMediaType) }
            text = String(buffer: try await request.wholeBody())
        } else {
            text = request.uri.query ?? ""
        }
        guard let form = FormBody(parsing: text), let parameters = Parameters(form) else {
            throw HTTPError(.badRequest)
        }
        self = parameters
    }

    subscript(name: String) -> String? { values[name] }
}
