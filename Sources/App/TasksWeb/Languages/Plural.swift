/// A text that goes with a count of things, in the forms that its language has for whole numbers (Unicode CLDR,
/// cardinal plural rules).
///
/// Languages that count alike share a case, so that no form can be forgotten. Each form has the place `count`.
enum Plural: Sendable {
    /// English, German, Hungarian.
    case oneOther(one: Phrase, other: Phrase)
    /// Czech.
    case oneFewOther(one: Phrase, few: Phrase, other: Phrase)
    /// Russian.
    case oneFewMany(one: Phrase, few: Phrase, many: Phrase)
    /// Japanese.
    case other(Phrase)

    /// The text for a count, which is not negative.
    func callAsFunction(_ count: Int) -> String {
        form(count)(count: String(count))
    }

    var forms: [Phrase] {
        switch self {
        case .oneOther(let one, let other): [one, other]
        case .oneFewOther(let one, let few, let other): [one, few, other]
        case .oneFewMany(let one, let few, let many): [one, few, many]
        case .other(let other): [other]
        }
    }

    private func form(_ count: Int) -> Phrase {
        switch self {
        case .oneOther(let one, let other):
            count == 1 ? one : other
        case .oneFewOther(let one, let few, let other):
            count == 1 ? one : (2...4).contains(count) ? few : other
        case .oneFewMany(let one, let few, let many):
            switch (count % 10, count % 100) {
            case (1, let rest) where rest != 11: one
            case (2...4, let rest) where !(12...14).contains(rest): few
            default: many
            }
        case .other(let other):
            other
        }
    }
}
