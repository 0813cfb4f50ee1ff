import CCurl
import Encodings
import HTTPTransport
import HTTPTypes

/// A request's URL and header lines as C text, all in one block of memory that is used again for the next request.
///
/// libcurl reads the header list without a copy until the transfer ends, so it can't be in a Swift array. A list built
/// by `curl_slist_append` would cost two allocations a line.
@safe struct CurlRequestText: ~Copyable {
    private var block = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0
    private var nodes = unsafe UnsafeMutableBufferPointer<curl_slist>(start: nil, count: 0)
    private var nodeCount = 0

    /// ``HTTPTransport/TransportRequest/reservedFields``, in this module so that a look-up costs less.
    private static let reservedNames = TransportRequest.reservedFields

    deinit {
        unsafe block.deallocate()
        unsafe nodes.deallocate()
    }

    /// The URL; valid until ``clear()``.
    var url: UnsafePointer<CChar>? {
        unsafe block.baseAddress.map { unsafe UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
    }

    /// The header lines; valid until ``clear()``.
    var fields: UnsafeMutablePointer<curl_slist>? { nodeCount == 0 ? nil : unsafe nodes.baseAddress }

    /// Replaces the text by a request's URL and header lines.
    mutating func write(_ head: HTTPRequest, extraLines: [String]) throws(TransportError) {
        let scheme = head.scheme ?? ""
        let authority = head.authority ?? ""
        let path = head.path ?? "/"
        guard scheme == "http" || scheme == "https" else {
            throw TransportError(.invalidRequest, "the scheme is neither http nor https")
        }
        guard Self.isAuthority(authority), Self.isPath(path) else {
            throw TransportError(.invalidRequest, "the URL can't be sent as it is")
        }

        var size = scheme.utf8.count + 3 + authority.utf8.count + path.utf8.count + 1
        for field in head.headerFields {
            let valueSize = unsafe field.withUnsafeBytesOfValue { $0.count }
            size += field.name.rawName.utf8.count + 3 + valueSize
        }
        for line in extraLines { size += line.utf8.count + 1 }
        reserve(bytes: size, nodes: head.headerFields.count + extraLines.count)

        append(scheme)
        append("://")
        append(authority)
        append(path)
        appendZero()
        for field in head.headerFields { try append(field) }
        for line in extraLines {
            beginLine()
            append(line)
            appendZero()
        }
    }

    /// Removes and wipes the text, because it may have contained a token.
    mutating func clear() {
        unsafe UnsafeMutableRawBufferPointer(rebasing: block[..<used]).initializeMemory(as: UInt8.self, repeating: 0)
        used = 0
        nodeCount = 0
    }

    private mutating func append(_ field: HTTPField) throws(TransportError) {
        guard !Self.reservedNames.contains(field.name.canonicalName) else {
            throw TransportError(.invalidRequest, "the header has a field that the transport sets itself")
        }
        beginLine()
        append(field.name.rawName)
        let isSafe = unsafe field.withUnsafeBytesOfValue { value in
            // libcurl takes "Name:" for the wish to leave a field out; "Name;" sends an empty one.
            append(value.isEmpty ? ";" : ": ")
            unsafe append(value)
            let bytes = unsafe value.span
            return [0x0D, 0x0A, 0x00].allSatisfy { bytes.firstIndex(of: $0, in: 0..<bytes.count) == nil }
        }
        appendZero()
        guard isSafe else { throw TransportError(.invalidRequest, "a header field has a control character") }
    }

    private mutating func reserve(bytes: Int, nodes count: Int) {
        clear()
        if unsafe block.count < bytes {
            unsafe block.deallocate()
            unsafe block = .allocate(byteCount: max(bytes, 2 * block.count, 512), alignment: 1)
        }
        if unsafe nodes.count < count {
            unsafe nodes.deallocate()
            unsafe nodes = .allocate(capacity: max(count, 16))
        }
    }

    private mutating func beginLine() {
        let text = unsafe block.baseAddress?.advanced(by: used).assumingMemoryBound(to: CChar.self)
        unsafe nodes.initializeElement(at: nodeCount, to: curl_slist(data: text, next: nil))
        if nodeCount > 0 { unsafe nodes[nodeCount - 1].next = unsafe nodes.baseAddress?.advanced(by: nodeCount) }
        nodeCount += 1
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append($0) }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: block[used...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
        used += bytes.count
    }

    private mutating func appendZero() {
        unsafe block[used] = 0
        used += 1
    }

    private static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "\\"):
                    false
                default: (0x21...0x7E).contains($0)
                }
            }
    }

    private static func isPath(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/")
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\")
            }
    }
}
