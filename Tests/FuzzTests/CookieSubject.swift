import HTTPTypes
import SealedCookies
import WebSupport

@testable import HummingbirdOpenIDConnect

/// A `Cookie` field: what opens is what was sealed, however its chunks are named, cut and counted.
struct CookieSubject: FuzzSubject {
    private static let name = "latchkey"
    private static let now: Int64 = 1_800_000_000
    private static let small = Array("a session".utf8)
    private static let large = [UInt8]((0..<6000).map { UInt8(truncatingIfNeeded: $0) })

    private let codec: SealedCookieCodec?

    init() {
        codec = (try? SealingKeys(texts: ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"])).map {
            SealedCookieCodec(keys: $0)
        }
    }

    var seeds: [[UInt8]] {
        [Self.small, Self.large].compactMap { payload in
            let chunks = try? codec?.seal(payload, name: Self.name, expires: Self.now + 60)
            return chunks.map { Array($0.map { "\($0.name)=\($0.value)" }.joined(separator: "; ").utf8) }
        }
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let codec else { return "there is no codec" }
        var fields = HTTPFields()
        fields[.cookie] = String(decoding: bytes, as: UTF8.self)
        let cookies = RequestCookies(fields)
        guard let opened = codec.open(name: Self.name, now: Self.now, chunk: { cookies[$0] }) else { return nil }
        return opened == Self.small || opened == Self.large ? nil : "an unsealed cookie opened"
    }
}
