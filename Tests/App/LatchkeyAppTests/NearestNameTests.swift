import Testing

@testable import LatchkeyApp

@Suite struct NearestNameTests {
    @Test(
        "Each missing, extra, wrong or swapped character adds one to the distance of names",
        arguments: [
            ("", "", 0), ("abc", "abc", 0), ("abc", "ab", 1), ("ab", "abc", 1), ("abc", "axc", 1), ("abc", "acb", 1),
            ("kitten", "sitting", 3), ("", "abc", 3),
        ])
    func distance(one: String, other: String, slips: Int) {
        #expect(NearestName.distance(Array(one), Array(other)) == slips)
        #expect(NearestName.distance(Array(other), Array(one)) == slips)
    }

    @Test(
        "The nearest name is proposed whatever its case and hyphens",
        arguments: [
            ("--cleint-id", "--client-id"), ("--clientid", "--client-id"), ("--lisen", "--listen"),
            ("--full_screen", "--full-screen"),
        ])
    func nearest(typed: String, meant: String) {
        #expect(NearestName.of(typed, among: Settings.shown.map(\.option)) == meant)
    }

    @Test("No name is proposed if there are none") func none() { #expect(NearestName.of("x", among: []) == nil) }
}
