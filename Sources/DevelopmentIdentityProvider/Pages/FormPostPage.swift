/// Posts an answer on to the client (OAuth 2.0 Form Post Response Mode).
struct FormPostPage: Page {
    let action: String
    let hiddenFields: [HiddenField]
}
