import Testing

@testable import SealedCookies

@Suite struct SealingKeysTests {
    private let ones = String(repeating: "A", count: 42) + "E"
    private let zeros = String(repeating: "A", count: 43)

    @Test("A new sealing key's text is 43 characters that make the same key again") func text() throws {
        let key = try SealingKey.generate()
        #expect(key.text.utf8.count == 43)
        #expect(try SealingKey(text: key.text).isSame(as: key))
        #expect(try SealingKey(text: key.text).id == key.id)
        #expect(try SealingKey.generate().text != key.text)
    }

    @Test("A sealing key of another length is refused", arguments: [0, 16, 31, 33, 64])
    func length(count: Int) {
        #expect(throws: SealingError(.keyHasWrongLength)) {
            try SealingKey(bytes: [UInt8](repeating: 1, count: count))
        }
    }

    @Test("A key's id is the same in each version", arguments: [(UInt8(0), UInt32(0x0EA4_8DDD)), (1, 0x3F3E_63E7)])
    func idStays(byte: UInt8, id: UInt32) throws {
        #expect(try SealingKey(bytes: [UInt8](repeating: byte, count: 32)).id.value == id)
    }

    @Test("Different keys have different ids, and an id is no part of the key") func ids() throws {
        let keys = try (0..<100).map { _ in try SealingKey.generate() }
        #expect(Set(keys.map(\.id.value)).count == 100)
        #expect(try SealingKey(text: zeros).id.value != 0)
    }

    @Test("A list of sealing keys is read newest first, with white space or commas between") func list() throws {
        let keys = try SealingKeys(text: " \(ones),\n\(zeros)\n")
        #expect(keys.count == 2)
        #expect(keys.newest.text == ones)
    }

    @Test("An empty list of sealing keys is refused", arguments: ["", " ", ",\n"]) func empty(_ text: String) {
        #expect(throws: SealingError(.noKeys)) { try SealingKeys(text: text) }
    }

    @Test("The error for a list of sealing keys names the wrong entry, and shows nothing of it") func errors() throws {
        #expect(throws: SealingError(.keyIsNotBase64URL, entry: 2)) { try SealingKeys(texts: [ones, zeros + "="]) }
        #expect(throws: SealingError(.keyHasWrongLength, entry: 1)) { try SealingKeys(texts: ["c2VjcmV0", zeros]) }
        #expect(throws: SealingError(.keyHasWrongLength, entry: 3)) { try SealingKeys(texts: [ones, zeros, ""]) }
        #expect(throws: SealingError(.keyIsRepeated, entry: 3)) { try SealingKeys(texts: [ones, zeros, ones]) }
        let error = try #require(throws: SealingError.self) { try SealingKeys(texts: ["c2VjcmV0"]) }
        #expect("\(error)".hasPrefix("key 1 "))
        #expect(!"\(error)".contains("c2VjcmV0") && !String(reflecting: error).contains("c2VjcmV0"))
    }
}
