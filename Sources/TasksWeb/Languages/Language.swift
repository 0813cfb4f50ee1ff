/// A language that the pages speak.
enum Language: String, Sendable, CaseIterable {
    case english = "en"

    /// By which browsers and providers know it (RFC 5646); a primary subtag alone.
    var tag: String { rawValue }

    /// What it calls itself.
    var ownName: String {
        switch self {
        case .english: "English"
        }
    }

    /// The value of HTML's `dir`: which way its script runs.
    var direction: String { "ltr" }

    /// Every text of the pages in it.
    var words: Catalogue {
        switch self {
        case .english: .english
        }
    }
}
