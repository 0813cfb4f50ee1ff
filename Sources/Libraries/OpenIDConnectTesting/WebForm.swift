public import HTTPTransport

/// A form of a page, with the values of its fields.
public struct WebForm: Sendable {
    /// `method`, as the page has it; `get` without it.
    public let method: String
    /// `action`, as the page has it.
    public var action: String
    /// The values of the fields by their names.
    public var fields: [String: String]

    /// This form with a field filled in.
    public func with(_ name: String, _ value: String) -> WebForm {
        var form = self
        form.fields[name] = value
        return form
    }

    /// This form without a field.
    public func without(_ name: String) -> WebForm {
        var form = self
        form.fields[name] = nil
        return form
    }

    /// The fields as they are sent, by their names in order.
    public var body: FormBody { FormBody(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }
}
