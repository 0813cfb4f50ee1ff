import Encodings
import TestSupport
import Testing

@testable import SealedCookies

@Suite struct SealedCookieCodecTests {
    private let codec: SealedCookieCodec
    private let now: Int64 = 1_800_000_000
    private let payload = Array("who may come in".utf8)

    init() throws {
        codec = SealedCookieCodec(keys: try SealingKeys([SealingKey.generate()]))
    }

    @Test("A sealed payload comes back, whatever its length", arguments: [0, 1, 15, 16, 17, 100, 2000, 8900])
    func roundTrip(_ count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let jar = [String: String](try codec.seal(payload, name: "latchkey", expires: now + 1))
        #expect(codec.open(name: "latchkey", now: now, chunk: { jar[$0] }) == payload)
        let text = try codec.seal(payload, purpose: "csrf", expires: now + 1)
        #expect(codec.open(text, purpose: "csrf", now: now) == payload)
        #expect(codec.open("[\(text)]".dropFirst().dropLast(), purpose: "csrf", now: now) == payload)
        let bytes = try codec.sealBytes(payload, purpose: "refresh", expires: now + 1)
        #expect(codec.openBytes(bytes, purpose: "refresh", now: now) == payload)
    }

    @Test("A sealed payload opens until it expires, and not in that second or later") func expiry() throws {
        let text = try codec.seal(payload, purpose: "csrf", expires: now)
        #expect(codec.open(text, purpose: "csrf", now: now - 1) == payload)
        #expect(codec.open(text, purpose: "csrf", now: now) == nil)
        #expect(codec.open(text, purpose: "csrf", now: now + 1) == nil)
        #expect(codec.open(text, purpose: "csrf", now: .max) == nil)
        let past = try codec.seal(payload, purpose: "csrf", expires: -1)
        #expect(codec.open(past, purpose: "csrf", now: 0) == nil)
        let never = try codec.seal(payload, purpose: "csrf", expires: .max)
        #expect(codec.open(never, purpose: "csrf", now: now) == payload)
    }

    @Test("A payload never looks the same when it is sealed twice") func randomNonce() throws {
        let texts = try (0..<100).map { _ in try codec.seal(payload, purpose: "csrf", expires: now + 1) }
        #expect(Set(texts).count == 100)
    }

    @Test("A sealed value has the documented layout") func layout() throws {
        let sealed = try codec.sealBytes(payload, purpose: "csrf", expires: now)
        #expect(sealed.count == 1 + 4 + 24 + payload.count + 8 + 16)
        #expect(sealed[0] == 0x10)
        let value = try codec.seal(payload, name: "latchkey", expires: now)[0].value
        #expect(Base64URL.decode(value)?[0] == 0x11, "version 1, one cookie")
    }

    @Test("A sealed value with any changed byte doesn't open") func tampering() throws {
        let sealed = try codec.sealBytes(payload, purpose: "csrf", expires: now + 1)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(codec.openBytes(changed, purpose: "csrf", now: now) == nil, "byte \(index), bit \(bit)")
            }
        }
        for count in 0..<sealed.count {
            #expect(codec.openBytes(Array(sealed.prefix(count)), purpose: "csrf", now: now) == nil)
        }
        #expect(codec.openBytes(sealed + [0], purpose: "csrf", now: now) == nil)
        #expect(codec.openBytes([0] + sealed, purpose: "csrf", now: now) == nil)
    }

    @Test("A cookie with any changed character doesn't open") func tamperedCookie() throws {
        let value = Array(try codec.seal(payload, name: "latchkey", expires: now + 1)[0].value.utf8)
        for index in value.indices {
            for character in "AQgw_-=.".utf8 where character != value[index] {
                var changed = value
                changed[index] = character
                let text = String(decoding: changed, as: UTF8.self)
                #expect(
                    codec.open(name: "latchkey", now: now) { $0 == "latchkey" ? text : nil } == nil,
                    "character \(index)")
            }
        }
    }

    @Test("A sealed value doesn't open under another name, purpose or use") func bound() throws {
        let jar = [String: String](try codec.seal(payload, name: "latchkey", expires: now + 1))
        #expect(codec.open(name: "__Host-latchkey", now: now) { _ in jar["latchkey"] } == nil)
        #expect(codec.open(name: "latchkey.1", now: now) { _ in jar["latchkey"] } == nil)
        #expect(
            codec.open(try #require(jar["latchkey"]), purpose: "latchkey", now: now) == nil,
            "a cookie is no form field")

        let text = try codec.seal(payload, purpose: "latchkey", expires: now + 1)
        #expect(codec.open(text, purpose: "Latchkey", now: now) == nil)
        #expect(codec.open(text, purpose: "", now: now) == nil)
        #expect(codec.open(name: "latchkey", now: now) { _ in text } == nil, "a form field is no cookie")
    }

    @Test("A sealed value doesn't open with another key") func otherKey() throws {
        let other = SealedCookieCodec(keys: try SealingKeys([SealingKey.generate()]))
        let text = try codec.seal(payload, purpose: "csrf", expires: now + 1)
        #expect(other.open(text, purpose: "csrf", now: now) == nil)
    }

    @Test(
        "A sealed value of another version doesn't open, even if its seal is right",
        arguments: [0x00, 0x20, 0xF0] as [UInt8])
    func otherVersion(_ lead: UInt8) throws {
        let key = try SealingKey.generate()
        let codec = SealedCookieCodec(keys: try SealingKeys([key]))
        func sealed(_ lead: UInt8) throws -> [UInt8] {
            let id = (0..<4).map { UInt8(truncatingIfNeeded: key.id.value >> (24 - 8 * $0)) }
            let nonce = SecureRandom.bytes(24)
            let message = payload + [0x7F, 0, 0, 0, 0, 0, 0, 0]
            return try [lead] + id + nonce
                + key.cipher.seal(message, nonce: nonce, authenticating: [lead] + id + Array("csrf".utf8))
        }
        #expect(try codec.openBytes(sealed(0x10), purpose: "csrf", now: now) == payload)
        #expect(try codec.openBytes(sealed(lead), purpose: "csrf", now: now) == nil)
    }

    @Test("After a change of keys the old key's values still open, and the new key seals") func rotation() throws {
        let old = try SealingKey.generate()
        let new = try SealingKey.generate()
        let before = SealedCookieCodec(keys: try SealingKeys([old]))
        let during = SealedCookieCodec(keys: try SealingKeys([new, old]))
        let after = SealedCookieCodec(keys: try SealingKeys([new]))
        let early = try before.seal(payload, purpose: "csrf", expires: now + 1)
        let late = try during.seal(payload, purpose: "csrf", expires: now + 1)
        #expect(during.open(early, purpose: "csrf", now: now) == payload)
        #expect(during.open(late, purpose: "csrf", now: now) == payload)
        #expect(after.open(late, purpose: "csrf", now: now) == payload)
        #expect(after.open(early, purpose: "csrf", now: now) == nil)
        #expect(before.open(late, purpose: "csrf", now: now) == nil)
    }

    @Test("Random and mutated input never opens") func fuzz() async throws {
        var generator = SeededGenerator(seed: 0x1A7C_4E17)
        let short = try codec.seal(payload, name: "latchkey", expires: now + 1)
        let long = try codec.seal([UInt8](repeating: 1, count: 4000), name: "latchkey", expires: now + 1)
        for round in 0..<10_000 {
            if round.isMultiple(of: 50) { await Task.yield() }
            let jar: [String: String]
            if round.isMultiple(of: 2) {
                jar = [String: String](
                    name: "latchkey",
                    values: (0..<Int.random(in: 1...5, using: &generator)).map { _ in noise(using: &generator) })
            } else {
                let original = (round % 50 == 1 ? long : short).map(\.value)
                var values = original
                let index = Int.random(in: 0..<values.count, using: &generator)
                values[index] = mutated(values[index], using: &generator)
                if values == original { continue }
                jar = [String: String](name: "latchkey", values: values)
            }
            if codec.open(name: "latchkey", now: now, chunk: { jar[$0] }) != nil {
                Issue.record("round \(round) opened")
            }
            if codec.open(jar["latchkey"] ?? "", purpose: "csrf", now: now) != nil {
                Issue.record("round \(round) opened")
            }
            if codec.openBytes(generator.bytes(round % 200), purpose: "csrf", now: now) != nil {
                Issue.record("round \(round) opened")
            }
        }
        let cookies = [String: String](long)
        #expect(codec.open(name: "latchkey", now: now, chunk: { cookies[$0] }) != nil)
    }

    /// Half of it any bytes, half the alphabet with a lead that gets as far as the seal.
    private func noise(using generator: inout SeededGenerator) -> String {
        let bytes = generator.bytes(Int.random(in: 0...120, using: &generator))
        return Bool.random(using: &generator)
            ? String(decoding: bytes, as: UTF8.self) : Base64URL.encode([0x11] + bytes)
    }

    private func mutated(_ text: String, using generator: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &generator), at: index)
        case 3: bytes.removeLast(bytes.count - index)
        default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &generator))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
