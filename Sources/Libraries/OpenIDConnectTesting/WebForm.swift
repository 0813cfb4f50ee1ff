package import HTTPTransport

/// A form of a page, with the values of its fields.
package struct WebForm: Sendable {
    package let method: String
    package var action: String
    package var fields: [String: String]

    /// This form with a field filled in.
    package func with(_ name: String, _ value: String) -> WebForm {
        var form = self
        form.fields[name] = value
        return form
    }

    /// This form without a field.
    package func without(_ name: String) -> WebForm {
        var form = self
        form.fields[name] = nil
        return form
    }

    package var body: FormBody { FormBody(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }
}
