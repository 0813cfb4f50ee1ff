import HTTPTransport

/// Posts an authorization response again from this site, so that its cookies are sent along.
///
/// No other page may have a code.
struct RepostPage: Page {
    let fields: [HiddenField]
    let action: String
    let words: Catalogue
    var preload: Preload { .repost }

    init(_ form: FormBody, action: String, words: Catalogue) {
        fields = form.fields.map { HiddenField(name: $0.name, value: $0.value) }
        self.action = action
        self.words = words
    }
}

/// A field that a form sends along unseen.
struct HiddenField {
    let name: String
    let value: String
}
