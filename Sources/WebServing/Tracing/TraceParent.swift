import Encodings
package import HTTPTypes

/// A trace and a request's place in it, in the format of the `traceparent` field (W3C Trace Context, section 3.2).
package struct TraceParent: Sendable, Equatable {
    /// The name of the field.
    package static let fieldName = HTTPField.Name("traceparent")
    /// The trace of the request that is being served.
    @TaskLocal package static var current: TraceParent?

    /// The length of version 00: two digits, 32, 16 and two, with three hyphens.
    private static let length = 55
    private static let hyphens = [2, 35, 52]

    /// The field of the calls that the request causes.
    package let text: String

    /// The 32 hexadecimal digits that all requests of the trace have in common.
    package var traceID: Substring { text.dropFirst(3).prefix(32) }

    /// A new trace, not sampled because nothing here records it.
    package init() {
        let digits = Hexadecimal.encode(SecureRandom.bytes(24))
        self.init(traceID: digits.prefix(32), parentID: digits.suffix(16), isSampled: false)
    }

    /// The place in a trace that a field names, with which it is passed on: nothing here records the request, so it
    /// can't be the parent of its calls.
    ///
    /// A version after 00 is read as far as 00 goes (section 3.2.2).
    ///
    /// - Returns: `nil` if the field is invalid.
    init?(continuing field: String) {
        let bytes = Array(field.utf8)
        guard bytes.count >= Self.length, Self.hyphens.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        let digits = bytes.indices.prefix(Self.length).filter { !Self.hyphens.contains($0) }
        guard digits.allSatisfy({ Self.isDigit(bytes[$0]) }) else { return nil }
        let version = field.prefix(2)
        let isWhole = bytes.count == Self.length || version != "00" && bytes[Self.length] == UInt8(ascii: "-")
        guard isWhole, version != "ff", Self.isID(bytes[3..<35]), Self.isID(bytes[36..<52]) else { return nil }
        let flags = Hexadecimal.decode(field.dropFirst(53).prefix(2))?.first ?? 0
        self.init(
            traceID: field.dropFirst(3).prefix(32), parentID: field.dropFirst(36).prefix(16), isSampled: flags & 1 == 1)
    }

    private init(traceID: Substring, parentID: Substring, isSampled: Bool) {
        text = "00-" + traceID + "-" + parentID + (isSampled ? "-01" : "-00")
    }

    /// Whether a byte is a hexadecimal digit in lower case, the only one that is allowed.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Whether an identifier is one: all zeros are none.
    private static func isID(_ digits: ArraySlice<UInt8>) -> Bool { digits.contains { $0 != UInt8(ascii: "0") } }
}
