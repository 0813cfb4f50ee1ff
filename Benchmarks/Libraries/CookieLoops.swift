import Encodings
import SealedCookies

/// Sealing and opening a session's cookie.
func cookieLoops() throws -> [TimedLoop] {
    let codec = SealedCookieCodec(keys: try SealingKeys([.generate()]))
    let payload = SecureRandom.bytes(900)
    let chunks = try codec.seal(payload, name: "latchkey", expires: 4_102_444_800)
    let values = Dictionary(uniqueKeysWithValues: chunks.map { ($0.name, $0.value) })
    return [
        TimedLoop("seal 900 bytes as a cookie") { count in
            for _ in 0..<count { _ = try codec.seal(payload, name: "latchkey", expires: 4_102_444_800) }
        },
        TimedLoop("open that cookie") { count in
            for _ in 0..<count {
                guard codec.open(name: "latchkey", now: 0, chunk: { values[$0] }) != nil else {
                    throw BenchmarkError("the cookie doesn't open")
                }
            }
        },
    ]
}
