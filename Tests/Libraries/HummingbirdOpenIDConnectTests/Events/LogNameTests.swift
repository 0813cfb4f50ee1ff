import Foundation
import OpenIDConnect
import SessionStorage
import SiteTesting
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct LogNameTests {
    @Test("A user's name in the log is the one that the documentation computes") func user() throws {
        let user = try #require(UserKey(kind: .subject, space: "https://id.example", value: "alice"))
        #expect(LogName.of(user: user.text) == "f5671ec386070f26")
    }

    @Test(
        "A session's name in the log is short, constant, and differs from its id and its name on the page of sessions")
    func session() throws {
        let id = SessionID()
        let name = LogName.of(id)
        #expect(name.wholeMatch(of: /[0-9a-f]{12}/) != nil && name == LogName.of(id))
        #expect(LogName.of(SessionID()) != name)
        let record = SessionRecord(
            id: id, user: "u", scope: "s", issuer: "i", subject: "s", providerSession: nil, authority: "main",
            started: .now, expires: .now, lastUsed: .now, browser: "")
        let digits = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
        let listed = try #require(
            Data(
                base64Encoded: UserSession(record, isCurrent: true).name.replacing("-", with: "+").replacing(
                    "_", with: "/")))
        for other in [digits(id.bytes), digits(Array(listed))] { #expect(!other.contains(name.prefix(6))) }
    }
}
