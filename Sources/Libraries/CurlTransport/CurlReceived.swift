import Encodings
import HTTPTransport
import HTTPTypes

/// The part of a response that has arrived: the raw header lines and the body, each within its bound.
struct CurlReceived: Sendable {
    /// Maximum size of all header lines together, including interim responses and trailers.
    static let maximumHeadBytes = 64 << 10

    /// Maximum memory that is allocated for a body's declared length before the body arrives.
    private static let maximumReservation = 256 << 10

    /// The reason why a response is unusable.
    enum Fault: Sendable, Equatable {
        case headTooLarge
        case bodyTooLarge
        /// The header delimits the body ambiguously.
        case framing
        case unknownCoding(String)
        /// The body isn't in the coding that the header names.
        case notInCoding(ContentCoding)
    }

    /// The status of the last response that started; 0 before that.
    private(set) var status = 0
    /// The header lines of the last response that started, each with its line end, without the status line.
    private(set) var head: [UInt8] = []
    private(set) var body: [UInt8] = []
    private(set) var fault: Fault?
    /// The body's content coding, if it has to be decoded.
    private(set) var coding: ContentCoding?
    let maximumBodyBytes: Int

    /// Whether the request's method was HEAD, so that the response has no body.
    private let isHead: Bool
    private var headBytes = 0
    /// Whether the header may have `Content-Encoding` or `Transfer-Encoding`.
    private var mayHaveCodings = false
    private var announcedBodyBytes = 0
    /// Whether the header of a final response has arrived.
    private(set) var isHeadComplete = false
    /// Whether that header announces a body with a length, and with at least one byte.
    private(set) var announcesBody = false

    init(maximumBodyBytes: Int, isHead: Bool = false) {
        self.maximumBodyBytes = maximumBodyBytes
        self.isHead = isHead
    }

    /// Takes a line of a header, a status line, or the empty line at the end.
    ///
    /// - Returns: `false` if the lines exceed their bound, or the header is complete and invalid.
    mutating func append(line: some RandomAccessCollection<UInt8>) -> Bool {
        headBytes += line.count
        guard headBytes <= Self.maximumHeadBytes else { return fail(.headTooLarge) }
        // After the end of a final response's header come trailers, which are no header fields.
        if isHeadComplete { return true }
        if line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
            status = Self.status(of: line)
            head.removeAll(keepingCapacity: true)
            mayHaveCodings = false
        } else if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
            return endHead()
        } else {
            if head.isEmpty { head.reserveCapacity(512) }
            if Self.mayBeCoding(line) { mayHaveCodings = true }
            head.append(contentsOf: line)
        }
        return true
    }

    /// Takes bytes of the body, after decoding.
    ///
    /// - Returns: `false` if the body exceeds its bound; then none of these bytes is added.
    mutating func append(body bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard bytes.count <= maximumBodyBytes - body.count else { return fail(.bodyTooLarge) }
        if body.isEmpty { body.reserveCapacity(max(bytes.count, min(announcedBodyBytes, Self.maximumReservation))) }
        body.append(contentsOf: bytes)
        return true
    }

    /// Notes a fault, unless there is one already.
    ///
    /// - Returns: `false`
    mutating func fail(_ fault: Fault) -> Bool {
        if self.fault == nil { self.fault = fault }
        return false
    }

    /// Removes the fields that describe the body as it was before it was decoded.
    mutating func dropCodedFields() {
        head = HeaderLines(bytes: head).removing([.contentEncoding, .contentLength]).bytes
    }

    private mutating func endHead() -> Bool {
        let lines = HeaderLines(bytes: head)
        let codings = mayHaveCodings ? lines.elements(of: .transferEncoding) : []
        guard let framing = BodyFraming(lengths: lines.elements(of: .contentLength), codings: codings, status: status)
        else { return fail(.framing) }
        guard status >= 200 else { return true }
        isHeadComplete = true
        guard !isHead, status != 204, status != 304 else { return true }
        if mayHaveCodings {
            do { coding = try ContentCoding.of(lines) } catch { return fail(.unknownCoding(error.names)) }
        }
        guard case .length(let length) = framing else { return true }
        announcesBody = length > 0
        if coding == nil {
            guard length <= maximumBodyBytes else { return fail(.bodyTooLarge) }
            announcedBodyBytes = length
        }
        return true
    }

    /// Whether a line's name is as long as `Content-Encoding` or `Transfer-Encoding`, which few responses have.
    private static func mayBeCoding(_ line: some RandomAccessCollection<UInt8>) -> Bool {
        guard line.count > 17 else { return false }
        let place = line.index(line.startIndex, offsetBy: 16)
        return line[place] == UInt8(ascii: ":") || line[line.index(after: place)] == UInt8(ascii: ":")
    }

    private static func status(of line: some RandomAccessCollection<UInt8>) -> Int {
        let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
        guard digits.count == 3, digits.allSatisfy(\.isDigit) else { return 0 }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

extension TransportError {
    init(_ fault: CurlReceived.Fault) {
        self =
            switch fault {
            case .headTooLarge: TransportError(.broken, "the response's header is too large")
            case .bodyTooLarge: TransportError(.responseTooLarge, "the response's body is too large")
            case .framing: TransportError(.invalidResponse, "the response's header doesn't say where its body ends")
            case .unknownCoding(let names):
                TransportError(.invalidResponse, "the response's content coding is not supported: \(names)")
            case .notInCoding(let coding):
                TransportError(
                    .invalidResponse,
                    "the response's body is not in the content coding that it names: \(coding.rawValue)")
            }
    }
}
