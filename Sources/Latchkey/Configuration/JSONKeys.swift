import FoundationEssentials

/// Finds keys that a JSON object has twice: decoders take one of the values without a word.
enum JSONKeys {
    /// The keys of the outermost object that occur more than once.
    ///
    /// The text is valid JSON.
    static func repeated(in text: String) -> [String] {
        var depth = 0
        var counts: [String: Int] = [:]
        let bytes = Array(text.utf8)
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let end = endOfString(in: bytes, from: position)
                if depth == 1, isKey(before: end, in: bytes), let key = decode(bytes[position..<end]) { counts[key, default: 0] += 1 }
                position = end
                continue
            default: break
            }
            position += 1
        }
        return counts.filter { $0.value > 1 }.keys.sorted()
    }

    /// The position after the closing quotation mark.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }

    private static func isKey(before end: Int, in bytes: [UInt8]) -> Bool {
        bytes[end...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
    }

    private static func decode(_ quoted: ArraySlice<UInt8>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(quoted))
    }
}
