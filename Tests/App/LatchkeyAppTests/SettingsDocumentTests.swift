import FoundationEssentials
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct SettingsDocumentTests {
    private static let page = Checkout["docs/settings.md"]

    @Test("The page of settings says what the table says")
    func page() throws {
        if ProcessInfo.processInfo.environment["LATCHKEY_WRITE_DOCS"] == "1" {
            try Data(SettingsDocument.text.utf8).write(to: Self.page)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == SettingsDocument.text)
    }
}
