import Testing

@testable import TasksWeb

@Suite struct PhraseTests {
    @Test(
        "A phrase has its values in their places, and nothing in a value counts as a place",
        arguments: [
            ("Deleted “{task}”", "Deleted “a”"), ("{task}: {count}", "a: {task}"), ("{count}, {task}", "{task}, a"),
            ("{task}{task}", "aa"),
            ("no place", "no place"), ("", ""), ("{other}", "{other}"),
        ] as [(Phrase, String)])
    func filled(_ phrase: Phrase, _ text: String) {
        #expect(phrase(task: "a", count: "{task}") == text)
    }

    @Test("A phrase knows the names of its places, and its text as it is written") func places() {
        let phrase: Phrase = "{a} and {b}, {a} again"
        #expect(phrase.places == ["a", "b"])
        #expect(phrase.source == "{a} and {b}, {a} again")
    }
}
