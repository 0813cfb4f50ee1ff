/// A text that goes with a count of things, in the forms that its language has for whole numbers (Unicode CLDR, cardinal plural rules).
///
/// A language has its own case, so that no form can be forgotten. Each form may name the place `count`.
enum Plural: Sendable {
    /// One, and any other number, as in English, German and Hungarian.
    case oneOther(one: Phrase, other: Phrase)

    /// The text for a count.
    func callAsFunction(_ count: Int) -> String {
        form(count)(count: String(count))
    }

    /// All forms.
    var forms: [Phrase] {
        switch self {
        case .oneOther(let one, let other): [one, other]
        }
    }

    private func form(_ count: Int) -> Phrase {
        switch self {
        case .oneOther(let one, let other): count == 1 ? one : other
        }
    }
}
