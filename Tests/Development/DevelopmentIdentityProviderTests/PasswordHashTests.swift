import Testing

@testable import DevelopmentIdentityProvider

@Suite struct PasswordHashTests {
    /// Cheap, so that the tests are quick.
    private func hash(_ password: String) throws -> PasswordHash { try PasswordHash(password, cost: 4) }

    @Test(
        "A password matches its hash, and other passwords don't",
        arguments: ["latchkey", "", "pä\0ss 🔑", String(repeating: "x", count: 5000)])
    func matches(_ password: String) throws {
        let stored = PasswordHash(text: try hash(password).text)
        #expect(stored.matches(password))
        #expect(!stored.matches(password + "x"))
        #expect(!stored.matches("other"))
    }

    @Test("Two hashes of one password differ") func salted() throws {
        #expect(try hash("latchkey").text != hash("latchkey").text)
    }

    @Test(
        "A hash that was stored earlier matches its password, whatever its cost",
        arguments: [
            "$scrypt$ln=4,r=8,p=1$+/+/+/+/+/+/+/+/+/+/Bw$sxxA8zb1ncRHpn0W9jgpuo+XLo6AVQm6/LD2jAh2npY",
            "$scrypt$ln=15,r=8,p=1$+/+/+/+/+/+/+/+/+/+/Bw$cNGufke3kCgvyAT+FXYNlZPmq0dSFvmHNQKwWyKj+0I",
        ])
    func earlier(_ text: String) {
        #expect(PasswordHash(text: text).matches("latchkey"))
        #expect(!PasswordHash(text: text).matches("latchkey1"))
    }

    @Test(
        "A stored text that is no hash matches no password",
        arguments: [
            "", "latchkey", "$scrypt$", "$scrypt$ln=4,r=8,p=1$$",
            "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA",
            "$scrypt$ln=4,r=8$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$scrypt$ln=99,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$scrypt$ln=-4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
    func foreignText(_ text: String) {
        #expect(!PasswordHash(text: text).matches("latchkey"))
    }

    @Test("A hash with any byte changed no longer matches") func tampered() throws {
        let stored = Array(try hash("latchkey").text.utf8)
        for index in stored.indices {
            var changed = stored
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: changed, as: UTF8.self)
            #expect(!PasswordHash(text: text).matches("latchkey"), "byte \(index)")
        }
    }

    @Test("A cost that scrypt can't have is an error") func cost() {
        #expect(throws: (any Error).self) { try PasswordHash("latchkey", cost: 0) }
    }
}
