import Testing

@testable import TasksWeb

@Suite struct LanguageChoiceTests {
    @Test(
        "The best of the languages that the browser requests is chosen",
        arguments: [
            ("de", .german), ("de-AT", .german), ("DE-at", .german), ("de-Latn-AT-1996", .german),
            ("cs,en;q=0.5", .czech),
            ("en;q=0.5,hu", .hungarian), ("en;q=0.8, ru;q=0.9", .russian), ("fr, ja;q=0.1", .japanese),
            ("fr;q=1,de;q=0.001", .german),
            ("de;q=0.5,cs;q=0.5", .german), ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", .english),
            ("en-GB", .english),
            (" \tde ; q=0.9 ,\tcs;q=0.8", .german), ("de;Q=1.000", .german), ("de-AT;q=0.1,cs;q=0.2,de;q=0.9", .german),
            (",,de,", .german),
        ] as [(String, Language)])
    func asked(_ field: String, _ language: Language) {
        #expect(LanguageChoice(chosen: nil, accepted: field) == LanguageChoice(language, isAsked: true))
    }

    @Test(
        "A language that the browser refuses is not chosen",
        arguments: [
            ("de;q=0, cs;q=0.1", .czech, true), ("de;q=0.000,hu", .hungarian, true),
            ("de-AT, de;q=0, ru;q=0.2", .russian, true),
            // One region that is refused does not refuse the language.
            ("de-AT;q=0, de;q=0.3", .german, true), ("en;q=0, *", .german, false), ("*, en;q=0, de;q=0", .czech, false),
            ("en;q=0", .german, false), ("en;q=0, fr", .german, false), ("*;q=0", .english, false),
        ] as [(String, Language, Bool)])
    func refused(_ field: String, _ language: Language, _ isAsked: Bool) {
        #expect(LanguageChoice(chosen: nil, accepted: field) == LanguageChoice(language, isAsked: isAsked))
    }

    @Test(
        "If no language fits, English is chosen, which counts as not requested",
        arguments: [
            nil, "", "*", "fr", "fr, *;q=0.1", "x-de", "i-klingon", "*-DE", "german", "de;q=2", "de;q=1.001", "de;q=-1",
            "de;q=.5",
            "de;q=0.1234",
            "de;q", "de;q=", "de;level=1", "de;q=1;q=1", "de--AT", "-de", "de_AT", "дe", ";", ";q=1", "d\u{0}e",
        ] as [String?])
    func fallback(_ field: String?) {
        #expect(LanguageChoice(chosen: nil, accepted: field) == LanguageChoice(.english, isAsked: false))
    }

    @Test("The user's choice goes before the browser's languages, if it is a language of the app's") func chosen() {
        #expect(LanguageChoice(chosen: "ja", accepted: "de") == LanguageChoice(.japanese, isAsked: true))
        for odd in ["", "fr", "JA", "ja-JP", "ja\r\n"] {
            #expect(LanguageChoice(chosen: odd, accepted: "de") == LanguageChoice(.german, isAsked: true))
        }
    }

    @Test("An endless Accept-Language field is read to a limit") func long() {
        let field = String(repeating: "fr,", count: 60_000) + "de"
        #expect(LanguageChoice(chosen: nil, accepted: field).language == .english)
    }

    @Test("The provider gets a requested language, and no other") func uiLocales() {
        #expect(PageLocale(LanguageChoice(chosen: "cs", accepted: nil)).uiLocales == "cs")
        #expect(PageLocale(LanguageChoice(chosen: nil, accepted: "fr, de-AT;q=0.4")).uiLocales == "de")
        #expect(PageLocale(LanguageChoice(chosen: nil, accepted: "fr")).uiLocales == nil)
    }
}
