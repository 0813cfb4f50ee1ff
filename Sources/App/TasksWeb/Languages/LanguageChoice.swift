/// The language of a user's pages.
struct LanguageChoice: Sendable, Equatable {
    let language: Language
    /// Whether the user or the browser requested this language; otherwise it is a fallback.
    let isAsked: Bool

    /// The language that the user chose here, else the best that the browser requests.
    ///
    /// `Accept-Language` is looked up by its languages alone (RFC 4647, section 3.4): `de-AT` is served by German. A
    /// language with `q=0` is not chosen; if nothing fits, a page in some language is better than none (RFC 9110,
    /// section 12.5.4).
    init(chosen: String?, accepted: String?) {
        if let language = chosen.flatMap(Language.init(rawValue:)) {
            self.init(language, isAsked: true)
            return
        }
        guard let accepted else {
            self.init()
            return
        }
        let ranges = LanguageRange.list(accepted)
        let refused = Set(ranges.lazy.filter { $0.quality == 0 && $0.isWhole }.map(\.primary))
        // Ranges of the same quality stay in the field's order.
        for range in ranges.filter({ $0.quality > 0 }).sorted(by: { $0.quality > $1.quality }) {
            if range.primary == "*" {
                let named = Set(ranges.map(\.primary))
                guard let language = Language.allCases.first(where: { !named.contains($0.tag[...]) }) else { continue }
                self.init(language, isAsked: false)
                return
            }
            guard !refused.contains(range.primary), let language = Language(rawValue: String(range.primary)) else {
                continue
            }
            self.init(language, isAsked: true)
            return
        }
        self.init(Language.allCases.first { !refused.contains($0.tag[...]) } ?? .english)
    }

    init(_ language: Language = .english, isAsked: Bool = false) {
        self.language = language
        self.isAsked = isAsked
    }
}
