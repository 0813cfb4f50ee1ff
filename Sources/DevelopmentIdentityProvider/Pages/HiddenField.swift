/// A field that a form carries unseen.
struct HiddenField: Sendable {
    let name: String
    let value: String
}
