import HTTPTypes
import Hummingbird
import WebServing

extension Request {
    /// The body of a posted form.
    ///
    /// - Throws: ``PageError`` where the body is no form, `HTTPError` as ``wholeBody()`` does.
    func formText() async throws -> String {
        let type = headers[.contentType]?.prefix { $0 != ";" }.trimmingSpaces.lowercased()
        guard type == nil || type == "application/x-www-form-urlencoded" else { throw PageError(.notAForm) }
        let body = try await wholeBody()
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else { throw PageError(.notAForm) }
        return text
    }

    /// What browser it is, as it says; bounded.
    var browser: String { String(String.UnicodeScalarView((headers[.userAgent] ?? "").unicodeScalars.prefix(300))) }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring { drop { $0 == " " } }
}
