import Testing

@testable import TasksWeb

@Suite struct CatalogueTests {
    /// The texts that are rightly the same in another language: a borrowed word, a brand, or nothing but places.
    private static let same: Set<String> = ["Status", "{reason}", "{time} UTC"]

    private static let translations = Language.allCases.filter { $0 != .english }

    @Test("Each language has every text, and each text the places of the English one", arguments: translations)
    func places(_ language: Language) {
        let (english, others) = (CatalogueText.all(.english), CatalogueText.all(language))
        #expect(english.count > 150)
        #expect(others.map(\.key) == english.map(\.key))
        for (own, other) in zip(english, others) {
            #expect(Set(own.places).count == 1, "\(own.key)")
            #expect(other.places.allSatisfy { $0 == own.places[0] }, "\(other.key)")
        }
    }

    @Test("A list of texts has as many entries in each language", arguments: translations) func lists(
        _ language: Language
    ) {
        for text in [language.words.errors, Language.english.words.errors] {
            #expect(text.unknownSignInCauses.count == 4 && text.signInLoopCauses.count == 4)
        }
    }

    @Test("No text of another language is left in English", arguments: translations) func untranslated(
        _ language: Language
    ) {
        for (own, other) in zip(CatalogueText.all(.english), CatalogueText.all(language)) {
            for text in other.texts where !Self.same.contains(text) {
                #expect(!own.texts.contains(text), "\(own.key): \(text)")
            }
        }
    }

    @Test(
        "No text of a catalogue is empty, or has white space at an end or twice in a row", arguments: Language.allCases)
    func tidy(_ language: Language) {
        for entry in CatalogueText.all(language) {
            for text in entry.texts {
                #expect(
                    !text.isEmpty && text.first?.isWhitespace == false && text.last?.isWhitespace == false,
                    "\(entry.key)")
                #expect(!text.contains("  "), "\(entry.key)")
            }
        }
    }

    @Test(
        "Each language has its own quotation marks",
        arguments: [
            (.english, "“”'’"), (.german, "„“"), (.czech, "„“"), (.hungarian, "„”"), (.russian, "«»"),
            (.japanese, "「」"),
        ] as [(Language, String)])
    func quotationMarks(_ language: Language, _ own: String) {
        for entry in CatalogueText.all(language) {
            for text in entry.texts {
                #expect(
                    text.allSatisfy { !"\"'’‘“”„«»「」‚‹›".contains($0) || own.contains($0) }, "\(entry.key): \(text)")
            }
        }
    }

    @Test("The messages of error pages are whole sentences", arguments: Language.allCases) func sentences(
        _ language: Language
    ) {
        let prefixes = ["errors.", "input.", "signIn."]
        for entry in CatalogueText.all(language)
        where prefixes.contains(where: entry.key.hasPrefix) && !entry.key.hasSuffix(".heading") {
            for text in entry.texts where text != "{reason}" {
                #expect(text.hasSuffix(language == .japanese ? "。" : "."), "\(entry.key): \(text)")
            }
        }
    }

    @Test(
        "Each language counts by its own rule",
        arguments: [(.english, 2), (.german, 2), (.czech, 3), (.hungarian, 2), (.russian, 3), (.japanese, 1)]
            as [(Language, Int)])
    func plurals(_ language: Language, _ forms: Int) {
        let tasks = language.words.tasks
        for plural in [tasks.left, tasks.moreThanLeft, tasks.count, tasks.moreThan] {
            switch (language, plural) {
            case (.english, .oneOther), (.german, .oneOther), (.hungarian, .oneOther), (.czech, .oneFewOther),
                (.russian, .oneFewMany),
                (.japanese, .other):
                #expect(plural.forms.count == forms)
            default: Issue.record("\(language) does not count like that")
            }
        }
    }

    @Test("Each language has a tag, a name of its own and the texts of its own") func languages() {
        #expect(Language.allCases.map(\.tag) == ["en", "de", "cs", "hu", "ru", "ja"])
        #expect(Set(Language.allCases.map(\.ownName)).count == 6)
        for language in Language.allCases { #expect(language.words.language == language) }
    }
}
