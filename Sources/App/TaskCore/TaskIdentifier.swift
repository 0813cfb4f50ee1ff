package import FoundationEssentials

/// A task's identifier: 26 characters whose order is the order of making.
///
/// 48 bits of time in milliseconds, then 80 random bits, in Crockford's base 32. Within a millisecond, or after the
/// clock was set back, the next identifier is the last one plus one. So a store that makes one after the other never
/// meets a duplicate.
package struct TaskIdentifier: Sendable, Hashable {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let length = 26

    private let value: UInt128

    /// The identifier that follows another.
    ///
    /// - Parameters:
    ///   - last: The last identifier that the store has made.
    ///   - now: When the task is added.
    package init(after last: TaskIdentifier?, now: Date) {
        let time = UInt128(now.millisecondsSince1970) << 80
        if let last, last.value >= time {
            value = last.value &+ 1
        } else {
            value = time | (UInt128.random(in: 0...UInt128.max) >> 48)
        }
    }

    /// Reads an identifier; `nil` if the text is none.
    package init?(_ text: String) {
        var value: UInt128 = 0
        var count = 0
        for character in text.utf8 {
            guard let digit = Self.alphabet.firstIndex(of: character), count < Self.length else { return nil }
            guard count > 0 || digit < 8 else { return nil }
            value = value << 5 | UInt128(digit)
            count += 1
        }
        guard count == Self.length else { return nil }
        self.value = value
    }

    package var text: String {
        String(
            decoding: (0..<Self.length).map {
                Self.alphabet[Int(truncatingIfNeeded: value >> UInt128(125 - 5 * $0)) & 31]
            }, as: UTF8.self)
    }
}

extension Date {
    /// The time in milliseconds, limited to 48 bits.
    fileprivate var millisecondsSince1970: UInt64 {
        UInt64(min(max(timeIntervalSince1970 * 1000, 0), 281_474_976_710_655))
    }
}
