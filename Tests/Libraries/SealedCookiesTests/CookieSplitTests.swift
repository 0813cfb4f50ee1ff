import Encodings
import Testing

@testable import SealedCookies

@Suite struct CookieSplitTests {
    private let codec: SealedCookieCodec
    private let now: Int64 = 1_800_000_000
    private let name = "__Host-latchkey"

    init() throws {
        codec = SealedCookieCodec(keys: try SealingKeys([SealingKey.generate()]))
    }

    @Test("Payloads around the size of each full cookie come back, in as few cookies as possible", arguments: 1...3)
    func fullCookies(_ cookies: Int) throws {
        let first = SealedCookieCodec.maximumChunkBytes - "__Host-latchkey=".utf8.count
        let further = SealedCookieCodec.maximumChunkBytes - "__Host-latchkey.1=".utf8.count
        let characters = first + (cookies - 1) * further
        let payloads = (0..<9100).filter { abs(Base64URL.encodedCount($0 + SealedEnvelope.overhead) - characters) <= 4 }
        #expect(
            payloads.contains { Base64URL.encodedCount($0 + SealedEnvelope.overhead) == characters },
            "an exact multiple is among them")
        for count in payloads {
            let payload = [UInt8](repeating: 7, count: count)
            let chunks = try codec.seal(payload, name: name, expires: now + 1)
            #expect(
                chunks.count
                    == (Base64URL.encodedCount(count + SealedEnvelope.overhead) <= characters ? cookies : cookies + 1))
            #expect(chunks.map(\.name) == (0..<chunks.count).map { $0 == 0 ? name : "\(name).\($0)" })
            #expect(chunks.allSatisfy { !$0.value.isEmpty && $0.name.utf8.count + 1 + $0.value.utf8.count <= 4000 })
            var cookies = [String: String](chunks)
            #expect(codec.open(name: name, now: now, chunk: { cookies[$0] }) == payload)
            cookies["\(name).\(chunks.count)"] = "stale"
            #expect(codec.open(name: name, now: now, chunk: { cookies[$0] }) == payload)
        }
    }

    @Test("The cookies of one payload stay under 12 KiB together, and what is larger is refused") func tooLarge() throws
    {
        var largest = 0
        for count in 9000..<9300 {
            guard let chunks = try? codec.seal([UInt8](repeating: 0, count: count), name: name, expires: now + 1) else {
                break
            }
            largest = count
            let bytes = chunks.reduce(0) { $0 + $1.name.utf8.count + 1 + $1.value.utf8.count } + 2 * (chunks.count - 1)
            #expect(bytes < 12 * 1024)
            #expect(chunks.count <= SealedCookieCodec.maximumChunks)
        }
        #expect(largest > 9000)
        for count in [largest + 1, 20_000, 1_000_000] {
            #expect(throws: SealingError(.tooLarge)) {
                try codec.seal([UInt8](repeating: 0, count: count), name: name, expires: now + 1)
            }
        }
    }

    @Test("A cookie name that leaves no room for a value is refused", arguments: [3998, 3999, 4000, 5000])
    func longName(_ count: Int) {
        #expect(throws: SealingError(.tooLarge)) {
            try codec.seal([], name: String(repeating: "n", count: count), expires: now + 1)
        }
    }

    @Test("A payload doesn't open if one of its cookies is missing, empty, cut, longer, swapped or another payload's")
    func wrongCookies() throws {
        let payload = [UInt8](repeating: 7, count: 8500)
        let jar = [String: String](try codec.seal(payload, name: name, expires: now + 1))
        let other = [String: String](try codec.seal(payload, name: name, expires: now + 1))
        #expect(jar.count == 3)
        func opens(_ change: (inout [String: String]) -> Void) -> Bool {
            var changed = jar
            change(&changed)
            return codec.open(name: name, now: now, chunk: { changed[$0] }) != nil
        }
        #expect(opens { _ in })
        #expect(opens { $0["\(name).3"] = "left over" })
        for key in jar.keys {
            #expect(!opens { $0[key] = nil })
            #expect(!opens { $0[key] = "" })
            #expect(!opens { $0[key]?.removeLast() })
            #expect(!opens { $0[key]?.append("A") })
            #expect(!opens { $0[key] = other[key] })
            for second in jar.keys where second != key {
                #expect(!opens { ($0[key], $0[second]) = (jar[second], jar[key]) })
            }
        }
    }

    @Test(
        "If the number of cookies is missing or exceeds the bound, no further cookie is read",
        arguments: [0, 5, 9, 15] as [UInt8])
    func claimedCount(
        _ count: UInt8
    ) {
        let value = Base64URL.encode([SealedEnvelope.version << 4 | count] + [UInt8](repeating: 0, count: 80))
        var asked: [String] = []
        let opened = codec.open(name: name, now: now) { name in
            asked.append(name)
            return value
        }
        #expect(opened == nil)
        #expect(asked == [name])
    }

    @Test("A cookie longer than the maximum is not read") func overlongCookie() {
        let value = Base64URL.encode([SealedEnvelope.version << 4 | 2] + [UInt8](repeating: 0, count: 3100))
        var asked: [String] = []
        let opened = codec.open(name: name, now: now) { name in
            asked.append(name)
            return value
        }
        #expect(opened == nil)
        #expect(asked == [name])
    }

    @Test("Between two payloads of different lengths the newer one opens, whatever the browser still has")
    func leftoverCookies() throws {
        let long = [String: String](try codec.seal([UInt8](repeating: 1, count: 9000), name: name, expires: now + 1))
        let short = try codec.seal([2], name: name, expires: now + 1)
        var jar = long
        for chunk in short { jar[chunk.name] = chunk.value }
        #expect(jar.count == long.count)
        #expect(codec.open(name: name, now: now, chunk: { jar[$0] }) == [2])
    }
}
