import BasicContainers
package import Encodings
package import NIOCore

/// The bytes of a page in the making.
///
/// Compiled templates append to it. Constant markup is a `StaticString`, which no value of run time can become. Each
/// value goes through the method for its place. Escaping works on UTF-8 bytes, so that a combining mark after a
/// quotation mark can't hide it.
package struct HTML: ~Copyable {
    /// A page takes hundreds of writes, and an array that can be shared checks at each whether it is.
    private var bytes: UniqueArray<UInt8>

    /// Makes an empty page with room for `capacity` bytes.
    package init(capacity: Int = 8192) {
        bytes = UniqueArray(minimumCapacity: capacity)
    }

    /// A copy of the UTF-8 written so far.
    package var buffer: ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeBytes(bytes.span.bytes)
        return buffer
    }

    /// Appends a constant part of a template as it is.
    package mutating func raw(_ constant: StaticString) {
        constant.withUTF8Buffer { bytes.append(copying: $0) }
    }

    /// Appends a value as text.
    package mutating func text(_ value: String) {
        append(escaping: value.utf8.span)
    }

    /// Appends a number as text.
    package mutating func text(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: value.magnitude)
    }

    /// Appends a value inside a quoted attribute value, whichever the quotation mark.
    package mutating func attribute(_ value: String) {
        append(escaping: value.utf8.span)
    }

    /// Appends a segment as it was meant inside a quoted attribute value.
    package mutating func attribute(_ value: PathSegment) {
        // Fast path: a text that needs no escape in a path needs none here.
        if value.isPlain { urlSegment(value) } else { attribute(value.text) }
    }

    /// Appends a number inside an attribute value.
    package mutating func attribute(_ value: Int) {
        text(value)
    }

    /// Appends a whole URL as the value of an attribute such as `href`, or `#` if ``LinkRule`` refuses it.
    package mutating func url(_ value: String) {
        attribute(LinkRule.allows(value) ? value : "#")
    }

    /// Appends a value to the path of a URL that a template started, percent-encoded so that it stays within one
    /// segment.
    ///
    /// U+FFFD replaces a value that ``PathSegment`` refuses, such as `..`, so that the link leads to no other page.
    package mutating func urlSegment(_ value: String) {
        bytes.append(copying: (PathSegment(value)?.encoded ?? PathSegment.replacement).utf8.span)
    }

    /// Appends a segment to the path of a URL that a template started, or a component to its query.
    package mutating func urlSegment(_ value: PathSegment) {
        bytes.append(copying: value.encoded.utf8.span)
    }

    /// Appends a number to the path of a URL that a template started.
    package mutating func urlSegment(_ value: Int) {
        text(value)
    }

    /// Appends a value to the query or fragment of a URL that a template started, percent-encoded except for the
    /// unreserved characters (RFC 3986, section 2.3).
    package mutating func urlComponent(_ value: String) {
        bytes.append(copying: PercentEncoding.encode(value).utf8.span)
    }

    /// Appends a number to the query or fragment of a URL that a template started.
    package mutating func urlComponent(_ value: Int) {
        text(value)
    }

    private mutating func append(digitsOf value: UInt) {
        if value > 9 { append(digitsOf: value / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    /// Appends text, or a part of a quoted attribute's value.
    mutating func append(escaping utf8: Span<UInt8>) {
        var runStart = 0
        for index in utf8.indices where Self.isSpecial(utf8[index]) {
            bytes.append(copying: utf8.extracting(runStart..<index))
            runStart = index + 1
            switch utf8[index] {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case UInt8(ascii: "'"): raw("&#39;")
            case UInt8(ascii: "\r"): raw("&#13;")  // as it is, a browser would read it as a line feed
            default: raw("\u{FFFD}")  // NUL, which HTML can't contain
            }
        }
        bytes.append(copying: utf8.extracting(runStart..<utf8.count))
    }

    /// All bytes that need escaping are below 64, so one shift and one test decide.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && (specials >> UInt64(byte)) & 1 == 1
    }

    /// NUL, carriage return, `"`, `&`, `'`, `<` and `>`.
    private static let specials: UInt64 = 1 << 0 | 1 << 13 | 1 << 34 | 1 << 38 | 1 << 39 | 1 << 60 | 1 << 62
}
