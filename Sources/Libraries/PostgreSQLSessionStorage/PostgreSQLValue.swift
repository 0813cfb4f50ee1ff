package import FoundationEssentials

/// A value that is bound to a statement, with its type and its binary form; `nil` is NULL.
package enum PostgreSQLValue: Sendable {
    case text(String?)
    case bytes([UInt8]?)
    case integer(Int64?)
    case boolean(Bool?)
    case time(Date?)

    /// The type's number in the protocol, which is the same at all servers.
    var type: UInt32 {
        switch self {
        case .text: 25
        case .bytes: 17
        case .integer: 20
        case .boolean: 16
        case .time: 1184
        }
    }

    /// The value as it is sent.
    ///
    /// - Throws: ``PostgreSQLStorageError`` if a text can't be stored.
    func encoded() throws(PostgreSQLStorageError) -> [UInt8]? {
        switch self {
        case .text(let text):
            guard text?.utf8.contains(0) != true else { throw .unstorableText }
            return text.map { Array($0.utf8) }
        case .bytes(let bytes): return bytes
        case .integer(let integer): return integer.map(Self.bigEndian)
        case .boolean(let boolean): return boolean.map { [$0 ? 1 : 0] }
        case .time(let date): return date.map { Self.bigEndian($0.microsecondsSince2000) }
        }
    }

    private static func bigEndian(_ integer: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: integer >> (56 - 8 * Int64($0))) }
    }
}

extension Date {
    /// 2000-01-01, the epoch of the protocol.
    private static let epoch = 946_684_800.0
    /// Some 3,000 years, which fit the type and an `Int64` in microseconds.
    private static let range = -1e11...1e11

    /// The date as `timestamptz` has it.
    var microsecondsSince2000: Int64 {
        let seconds = min(max(timeIntervalSince1970 - Self.epoch, Self.range.lowerBound), Self.range.upperBound)
        return Int64((seconds * 1e6).rounded())
    }

    /// A date as `timestamptz` has it.
    init(microsecondsSince2000 microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1e6 + Self.epoch)
    }
}
