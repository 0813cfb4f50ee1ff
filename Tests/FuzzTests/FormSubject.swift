import HTTPTransport

/// A form: after it was read and written again, it is read as the same.
struct FormSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        ["task=Buy+milk%21&csrf=abc&completed=true", "a&b=&=c&%C3%A4=%F0%9F%94%91"].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let form = FormBody(parsing: String(decoding: bytes, as: UTF8.self)) else { return nil }
        return FormBody(parsing: form.encoded) == form ? nil : "a form is another after it was written"
    }
}
