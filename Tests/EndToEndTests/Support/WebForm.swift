import HTTPTransport

/// A form of a page, with the values of its fields.
struct WebForm: Sendable {
    let method: String
    let action: String
    var fields: [String: String]

    /// This form with a field filled in.
    func with(_ name: String, _ value: String) -> WebForm {
        var form = self
        form.fields[name] = value
        return form
    }

    /// This form without a field.
    func without(_ name: String) -> WebForm {
        var form = self
        form.fields[name] = nil
        return form
    }

    var body: FormBody { FormBody(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }
}
