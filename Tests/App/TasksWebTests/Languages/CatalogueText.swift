@testable import TasksWeb

/// One key of a catalogue, with every text behind it.
struct CatalogueText {
    /// As code names it after `words.`.
    let key: String
    let texts: [String]
    /// The names of the places in each text.
    let places: [Set<String>]

    /// All of a language's.
    static func all(_ language: Language) -> [CatalogueText] {
        Mirror(reflecting: language.words).children.flatMap { all(in: $0.value, key: $0.label ?? "") }
    }

    private static func all(in value: Any, key: String) -> [CatalogueText] {
        switch value {
        case is Language: []
        case let text as String: [CatalogueText(key: key, texts: [text], places: [[]])]
        case let texts as [String]: [CatalogueText(key: key, texts: texts, places: texts.map { _ in [] })]
        case let phrase as Phrase: [CatalogueText(key: key, texts: [phrase.source], places: [phrase.places])]
        case let plural as Plural:
            [CatalogueText(key: key, texts: plural.forms.map(\.source), places: plural.forms.map(\.places))]
        default: Mirror(reflecting: value).children.flatMap { all(in: $0.value, key: "\(key).\($0.label ?? "")") }
        }
    }
}
