import FoundationEssentials
import Testing

@testable import TasksWeb

@Suite struct LocalTimeTests {
    @Test(
        "A time is written as people of the language write it, in UTC",
        arguments: [
            (.english, ["Jan 15, 2027", "8:05"]), (.german, ["15. Jan. 2027", "8:05"]),
            (.czech, ["15. 1. 2027", "8:05"]),
            (.hungarian, ["2027. jan. 15.", "8:05"]), (.russian, ["15 янв. 2027", "8:05"]),
            (.japanese, ["2027", "15", "8:05"]),
        ] as [(Language, [String])])
    func text(_ language: Language, _ parts: [String]) {
        let time = LocalTime(Date(timeIntervalSince1970: 1_800_000_300), in: language.words)
        let text = time.text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
        for part in parts { #expect(text.contains(part), "\(text)") }
        #expect(text.hasSuffix(" UTC"))
        #expect(time.machine == "2027-01-15T08:05:00Z")
    }
}
