import Encodings
import HTTPTransport

/// Values of one exchange with the authority that its error messages must not repeat to a log or a page.
///
/// All of them are masked whatever they look like, because a code or a `state` may look like a GUID or a word.
struct ExchangeSecrets: Sendable {
    /// The parameters and members whose values are secret, or bind a sign-in to a browser.
    private static let names: Set<String> = [
        "access_token", "client_assertion", "client_secret", "code", "code_challenge", "code_verifier", "id_token",
        "nonce",
        "refresh_token", "request_uri", "state", "token",
    ]
    /// More bytes than an error message needs.
    ///
    /// Longer text is cut before the search, because the sender of a response at the redirect URI chooses both the text
    /// and the values searched in it.
    private static let longestText = 2048
    /// A shorter end could belong to any other value.
    private static let shortestEnd = 8

    private var values: Set<String> = []

    init(_ values: [String?] = []) {
        insert(values)
    }

    mutating func insert(_ some: [String?]) {
        values.formUnion(some.compactMap(\.self).filter { !$0.isEmpty })
    }

    mutating func insert(_ form: FormBody) {
        insert(form.fields.filter { Self.names.contains($0.name) }.map(\.value))
    }

    mutating func insert(_ object: JSONObject) {
        insert(object.members.filter { Self.names.contains($0.name) }.map(\.value.string))
    }

    /// A text with `…` in place of each value, plain or percent-encoded, letter case aside.
    func masked(_ text: String) -> String {
        let forms = values.flatMap { [$0, FormBody.encode($0), PercentEncoding.encode($0)] }
        let needles = Set(forms).map { $0.utf8.map(Self.lowercased) }.sorted { $0.count > $1.count }
        var bytes = Array(text.utf8.prefix(Self.longestText))
        for needle in needles where needle.count <= bytes.count { bytes = Self.replacing(needle, in: bytes) }
        if text.utf8.count > Self.longestText {
            for needle in needles { bytes = Self.withoutEnd(bytes, beginning: needle) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func replacing(_ needle: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var (out, index): ([UInt8], Int) = ([], 0)
        while index < bytes.count {
            if index + needle.count <= bytes.count,
                needle.indices.allSatisfy({ lowercased(bytes[index + $0]) == needle[$0] })
            {
                out += "…".utf8
                index += needle.count
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }

    /// The bytes without an end that a longer text was cut at within a value.
    private static func withoutEnd(_ bytes: [UInt8], beginning needle: [UInt8]) -> [UInt8] {
        guard let first = needle.first else { return bytes }
        let starts = bytes.indices.suffix(needle.count).filter { lowercased(bytes[$0]) == first }
        let cut = starts.first { start in
            bytes.count - start >= shortestEnd && zip(bytes[start...], needle).allSatisfy { lowercased($0) == $1 }
        }
        return cut.map { Array(bytes[..<$0]) + "…".utf8 } ?? bytes
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
