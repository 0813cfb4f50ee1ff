/// A field that a form sends along unseen.
struct HiddenField {
    let name: String
    let value: String
}
