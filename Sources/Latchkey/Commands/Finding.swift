/// One thing that `check` has tried.
struct Finding {
    let isGood: Bool
    let text: String

    static func good(_ text: String) -> Finding { Finding(isGood: true, text: text) }
    static func fault(_ text: String) -> Finding { Finding(isGood: false, text: text) }

    /// The line that is printed.
    var line: String { PrintableText.line("\(isGood ? "good " : "FAULT") \(text)") }
}
