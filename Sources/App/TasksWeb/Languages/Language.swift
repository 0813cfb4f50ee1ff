/// A language that the pages speak.
enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case czech = "cs"
    case hungarian = "hu"
    case russian = "ru"
    case japanese = "ja"

    /// By which browsers and providers know it (RFC 5646); a primary subtag alone.
    var tag: String { rawValue }

    /// The language's name in itself.
    var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .czech: "Čeština"
        case .hungarian: "Magyar"
        case .russian: "Русский"
        case .japanese: "日本語"
        }
    }

    /// Whether it is written from right to left.
    var isRightToLeft: Bool { false }

    /// Every text of the pages in it.
    var words: Catalogue {
        switch self {
        case .english: .english
        case .german: .german
        case .czech: .czech
        case .hungarian: .hungarian
        case .russian: .russian
        case .japanese: .japanese
        }
    }
}
