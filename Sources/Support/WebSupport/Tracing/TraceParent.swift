import Encodings
package import HTTPTypes

/// A trace and a request's place in it, in the format of the `traceparent` field (W3C Trace Context, section 3.2).
package struct TraceParent: Sendable, Equatable {
    /// In small letters, as the specification advises; HTTPTypes has a capital.
    package static let fieldName = HTTPField.Name.constant("traceparent")
    /// The trace of the request that is being served.
    @TaskLocal package static var current: TraceParent?

    /// The length of version 00: two digits, 32, 16 and two, with three hyphens.
    private static let length = 55
    private static let hyphens = [2, 35, 52]

    /// The two halves of the trace's identifier.
    package let high: UInt64, low: UInt64
    /// The span that calls belong to.
    package let parent: UInt64
    /// Whether the span is recorded.
    package let isSampled: Bool

    /// The field of the calls that the request causes.
    package var text: String {
        var text = Array("00-".utf8)
        text.reserveCapacity(Self.length)
        appendTraceID(to: &text)
        text.append(UInt8(ascii: "-"))
        Hexadecimal.append(parent, to: &text)
        text += (isSampled ? "-01" : "-00").utf8
        return String(decoding: text, as: UTF8.self)
    }

    /// The 32 hexadecimal digits that all requests of the trace have in common.
    package var traceID: String {
        var digits: [UInt8] = []
        appendTraceID(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// A new trace, not sampled because nothing here records it.
    package init() {
        self.init(
            high: RandomIdentifier.word(), low: RandomIdentifier.word(), parent: RandomIdentifier.word(),
            isSampled: false)
    }

    package init(high: UInt64, low: UInt64, parent: UInt64, isSampled: Bool) {
        self.high = high
        self.low = low
        self.parent = parent
        self.isSampled = isSampled
    }

    /// The place in a trace that a field names, with which it is passed on: nothing here records the request, so it
    /// can't be the parent of its calls.
    ///
    /// A version after 00 is read as far as 00 goes (section 3.2.2).
    ///
    /// - Returns: `nil` if the field is invalid.
    package init?(continuing field: String) {
        let bytes = Array(field.utf8)
        guard bytes.count >= Self.length, Self.hyphens.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        let digits = bytes.indices.prefix(Self.length).filter { !Self.hyphens.contains($0) }
        guard digits.allSatisfy({ Self.isDigit(bytes[$0]) }) else { return nil }
        let version = field.prefix(2)
        let isWhole = bytes.count == Self.length || version != "00" && bytes[Self.length] == UInt8(ascii: "-")
        guard isWhole, version != "ff", Self.isID(bytes[3..<35]), Self.isID(bytes[36..<52]) else { return nil }
        guard let flags = Hexadecimal.decode(field.dropFirst(53).prefix(2))?.first,
            let high = Self.word(field, from: 3), let low = Self.word(field, from: 19),
            let parent = Self.word(field, from: 36)
        else { return nil }
        self.high = high
        self.low = low
        self.parent = parent
        isSampled = flags & 1 == 1
    }

    private func appendTraceID(to text: inout [UInt8]) {
        Hexadecimal.append(high, to: &text)
        Hexadecimal.append(low, to: &text)
    }

    private static func word(_ field: String, from start: Int) -> UInt64? {
        UInt64(field.dropFirst(start).prefix(16), radix: 16)
    }

    /// Whether a byte is a hexadecimal digit in lower case, the only one that is allowed.
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Whether an identifier is one: all zeros are none.
    private static func isID(_ digits: ArraySlice<UInt8>) -> Bool { digits.contains { $0 != UInt8(ascii: "0") } }
}
