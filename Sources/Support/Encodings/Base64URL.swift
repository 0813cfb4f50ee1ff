/// Base64url without padding (RFC 4648, section 5), in its one canonical form.
///
/// Another spelling of the same bytes (padding, line breaks, stray bits in the last character) is refused, because a
/// sealed value or a token must have one spelling only.
package enum Base64URL {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        encode(Array(bytes))
    }

    /// A fast path, because a generic function isn't specialised across modules.
    package static func encode(_ bytes: [UInt8]) -> String {
        let count = encodedCount(bytes.count)
        return unsafe String(unsafeUninitializedCapacity: count) { text in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe Alphabet.characters.withUnsafeBufferPointer { unsafe encode(bytes, into: text, characters: $0) }
            }
            return count
        }
    }

    /// Encodes each of several parts, with a character between them, as a compact JWS has it (RFC 7515, section 3.1).
    package static func encode(_ parts: [ArraySlice<UInt8>], separator: UInt8) -> String {
        let count = parts.reduce(max(0, parts.count - 1)) { $0 + encodedCount($1.count) }
        return unsafe String(unsafeUninitializedCapacity: count) { text in
            unsafe Alphabet.characters.withUnsafeBufferPointer { characters in
                var start = 0
                for (number, part) in parts.enumerated() {
                    if number > 0 {
                        unsafe text[start] = separator
                        start += 1
                    }
                    let end = start + encodedCount(part.count)
                    unsafe part.withUnsafeBufferPointer { bytes in
                        unsafe encode(bytes, into: .init(rebasing: text[start..<end]), characters: characters)
                    }
                    start = end
                }
            }
            return count
        }
    }

    /// The number of characters that so many bytes become.
    package static func encodedCount(_ byteCount: Int) -> Int {
        (byteCount * 4 + 2) / 3
    }

    /// The bytes of a text; `nil` unless ``encode(_:)`` makes that text of them.
    package static func decode(_ text: String) -> [UInt8]? {
        decode(text[...])
    }

    /// The bytes of a part of a text; `nil` unless ``encode(_:)`` makes that part of them.
    package static func decode(_ text: Substring) -> [UInt8]? {
        if let decoded = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe decode($0) }) { return decoded }
        return decode(Array(text.utf8)[...])
    }

    /// The bytes of a text in UTF-8; `nil` unless ``encode(_:)`` makes that text of them.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        unsafe text.withUnsafeBufferPointer { unsafe decode($0) }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        let count = text.count / 4 * 3 + text.count % 4 * 3 / 4
        var valid = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            valid = unsafe Alphabet.places.withUnsafeBufferPointer { unsafe decode(text, into: bytes, places: $0) }
            written = valid ? count : 0
        }
        return valid ? bytes : nil
    }

    private static func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>,
        characters: UnsafeBufferPointer<UInt8>
    ) {
        var source = 0
        var target = 0
        while source + 3 <= bytes.count {
            let word = unsafe Int(bytes[source]) << 16 | Int(bytes[source + 1]) << 8 | Int(bytes[source + 2])
            unsafe text[target] = characters[word >> 18]
            unsafe text[target + 1] = characters[word >> 12 & 63]
            unsafe text[target + 2] = characters[word >> 6 & 63]
            unsafe text[target + 3] = characters[word & 63]
            source += 3
            target += 4
        }
        guard source < bytes.count else { return }
        let word = unsafe Int(bytes[source]) << 16 | (source + 1 < bytes.count ? Int(bytes[source + 1]) << 8 : 0)
        for shift in stride(from: 18, through: 18 - 6 * (bytes.count - source), by: -6) {
            unsafe text[target] = characters[word >> shift & 63]
            target += 1
        }
    }

    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>,
        places: UnsafeBufferPointer<UInt32>
    ) -> Bool {
        var source = 0
        var target = 0
        var seen: UInt32 = 0
        while source + 4 <= text.count {
            let word =
                unsafe places[Int(text[source])] | places[256 + Int(text[source + 1])]
                | places[512 + Int(text[source + 2])] | places[768 + Int(text[source + 3])]
            unsafe bytes[target] = UInt8(truncatingIfNeeded: word >> 16)
            unsafe bytes[target + 1] = UInt8(truncatingIfNeeded: word >> 8)
            unsafe bytes[target + 2] = UInt8(truncatingIfNeeded: word)
            seen |= word
            source += 4
            target += 3
        }
        var last: UInt32 = 0
        for place in 0..<text.count - source { unsafe last |= places[256 * place + Int(text[source + place])] }
        seen |= last
        while target < bytes.count {
            unsafe bytes[target] = UInt8(truncatingIfNeeded: last >> 16)
            last <<= 8
            target += 1
        }
        let strayBits = last & 0xFF_FFFF
        return seen & Alphabet.fault == 0 && strayBits == 0
    }
}

/// The alphabet of base64url as tables.
private enum Alphabet {
    static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Marks a byte that isn't in the alphabet; the 24 bits below hold the three bytes of four characters.
    static let fault: UInt32 = 1 << 31

    /// The six bits of a character, shifted for each of the four places that it can have: 256 entries a place.
    static let places: [UInt32] = {
        var places = [UInt32](repeating: fault, count: 4 * 256)
        for (value, character) in characters.enumerated() {
            for place in 0..<4 { places[256 * place + Int(character)] = UInt32(value) << (18 - 6 * UInt32(place)) }
        }
        return places
    }()
}
