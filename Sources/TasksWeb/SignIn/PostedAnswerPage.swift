import HTTPTransport

/// Posts the authority's answer on from our own site, where our cookies go with it.
///
/// This page alone may hold a code.
struct PostedAnswerPage: Page {
    /// A field that says that the answer has been posted on, so that it isn't a second time.
    static let mark = "posted-on"

    let fields: [HiddenField]
    let action = SitePath.reply
    let words: Catalogue
    var preload: Preload { .postedAnswer }

    /// The fields of the answer; what no answer has is left behind.
    init(_ form: FormBody, words: Catalogue) {
        self.words = words
        let known: Set = ["code", "state", "iss", "error", "error_description", "error_uri", "session_state"]
        fields =
            form.fields.filter { known.contains($0.name) }.map { HiddenField(name: $0.name, value: $0.value) }
            + [HiddenField(name: Self.mark, value: "1")]
    }
}

/// A field that a form sends along unseen.
struct HiddenField {
    let name: String
    let value: String
}
