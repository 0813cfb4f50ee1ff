import Testing

@testable import OpenIDConnect

@Suite struct UserKeyTests {
    @Test("A GUID in a user key is the same in capitals; any other value isn't")
    func guids() throws {
        let guid = "6A1F2C39-58D4-4B7E-9C02-D3E0F7A8B154"
        #expect(
            UserKey(kind: .objectID, space: "t", value: guid)
                == UserKey(kind: .objectID, space: "t", value: guid.lowercased()))
        #expect(UserKey(kind: .objectID, space: "t", value: guid)?.value == guid.lowercased())
        #expect(
            UserKey(kind: .subject, space: "t", value: "Alice") != UserKey(kind: .subject, space: "t", value: "alice"))
        for text in [
            String(guid.dropLast()), guid + "0", guid.replacing("-", with: ""), guid.replacing("A", with: "G"),
            "-\(guid)",
        ] {
            #expect(!GUID.isGUID(text), "\(text)")
        }
    }

    @Test("User keys that look alike, or share a part only, differ, and so do their texts")
    func different() throws {
        let parts: [(UserKey.Kind, String, String)] = [
            (.subject, "https://a.example", "x"), (.objectID, "https://a.example", "x"),
            (.subject, "https://b.example", "x"),
            (.subject, "https://a.example", "y"), (.subject, "https://a.example b", "c"),
            (.subject, "https://a.example", "b c"),
            (.subject, "https://a.example%20b", "c"), (.subject, "", "https://a.example b c"),
            (.subject, "caf\u{E9}", "x"),
            (.subject, "cafe\u{301}", "x"), (.subject, "https://a.example", "caf\u{E9}"),
            (.subject, "https://a.example", "cafe\u{301}"),
        ]
        let keys = try parts.map { kind, space, value in try #require(UserKey(kind: kind, space: space, value: value)) }
        for (index, key) in keys.enumerated() {
            for other in keys[(index + 1)...] {
                #expect(key != other)
                #expect(!key.text.utf8.elementsEqual(other.text.utf8), "\(key.text)")
            }
        }
        #expect(Set(keys).count == keys.count)
    }

    @Test(
        "A value that no database could store, or that no provider may send, makes no user key",
        arguments: ["", "ali\0ce", String(repeating: "s", count: 256)])
    func invalid(_ value: String) {
        #expect(UserKey(kind: .subject, space: "https://a.example", value: value) == nil)
    }

    @Test("A user key's text has kind, space and value, and no NUL whatever the space is")
    func text() throws {
        let key = try #require(UserKey(kind: .objectID, space: "https://a.example/b c\0\u{E9}%", value: "x y"))
        #expect(key.text == "oid https://a.example/b%20c%00%C3%A9%25 x y")
        #expect(UserKey.value(inText: key.text) == "x y")
        // A combining mark makes one character of the separator and itself.
        for value in [" x", "\u{301}x", "x "] {
            let key = try #require(UserKey(kind: .subject, space: "", value: value))
            #expect(UserKey.value(inText: key.text).utf8.elementsEqual(value.utf8))
        }
    }
}
