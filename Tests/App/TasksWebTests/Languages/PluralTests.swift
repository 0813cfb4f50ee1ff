import Testing

@testable import TasksWeb

@Suite struct PluralTests {
    private static let counts = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112, 1000]

    @Test(
        "Each count has the form that its language has for it",
        arguments: [
            (
                .oneOther(one: "one", other: "other"),
                "other one other other other other other other other other other other other other other"
            ),
            (
                .oneFewOther(one: "one", few: "few", other: "other"),
                "other one few few other other other other other other other other other other other"
            ),
            (
                .oneFewMany(one: "one", few: "few", many: "many"),
                "many one few few many many many many one few many one many many many"
            ),
            (
                .other("other"),
                "other other other other other other other other other other other other other other other"
            ),
        ] as [(Plural, String)])
    func forms(_ plural: Plural, _ expected: String) {
        #expect(Self.counts.map { plural($0) } == expected.split(separator: " ").map(String.init))
    }

    @Test(
        "Tasks are counted as people of the language count them",
        arguments: [
            (.english, 1, "1 task left"), (.english, 0, "0 tasks left"), (.german, 1, "1 Aufgabe offen"),
            (.german, 21, "21 Aufgaben offen"),
            (.czech, 1, "Zbývá 1 úkol"), (.czech, 3, "Zbývají 3 úkoly"), (.czech, 22, "Zbývá 22 úkolů"),
            (.hungarian, 5, "5 teendő van hátra"),
            (.russian, 1, "Осталась 1 задача"), (.russian, 21, "Осталась 21 задача"),
            (.russian, 22, "Осталось 22 задачи"),
            (.russian, 112, "Осталось 112 задач"), (.japanese, 1, "残り1件"),
        ] as [(Language, Int, String)])
    func tasks(_ language: Language, _ count: Int, _ text: String) {
        #expect(language.words.tasks.left(count) == text)
    }
}
