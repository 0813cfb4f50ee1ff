/// The part of a response that has arrived: the raw header lines and the body, each within its bound.
struct CurlReceived: Sendable {
    /// The most bytes of all header lines together, interim responses and trailers among them.
    static let maximumHeadBytes = 64 << 10

    /// The most memory that is allocated for the declared length of a body, before it arrives.
    private static let maximumReservation = 256 << 10

    /// The part that exceeded its bound.
    enum Excess: Sendable {
        case head
        case body
    }

    /// The status of the last response that started; 0 before that.
    private(set) var status = 0
    /// The header lines of the last response that started, each with its line end, without the status line.
    private(set) var head: [UInt8] = []
    private(set) var body: [UInt8] = []
    private(set) var excess: Excess?

    private let maximumBodyBytes: Int
    private var headBytes = 0
    /// Whether the header of a final response has arrived.
    private(set) var isHeadComplete = false

    init(maximumBodyBytes: Int) {
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Takes a line of a header, a status line, or the empty line at the end.
    ///
    /// - Returns: `false` if the lines exceed their bound.
    mutating func append(line: some RandomAccessCollection<UInt8>) -> Bool {
        headBytes += line.count
        guard headBytes <= Self.maximumHeadBytes else {
            excess = .head
            return false
        }
        // After the end of a final response's header come trailers, which are no header fields.
        if isHeadComplete { return true }
        if line.starts(with: "HTTP/".utf8) {
            status = Self.status(of: line)
            head.removeAll(keepingCapacity: true)
        } else if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
            isHeadComplete = status >= 200
        } else {
            if head.isEmpty { head.reserveCapacity(512) }
            head.append(contentsOf: line)
        }
        return true
    }

    /// Takes bytes of the body, of which so many are announced.
    ///
    /// - Parameter allowance: The most bytes that the body may have now, besides its own bound.
    /// - Returns: `false` if the body exceeds its bound; then none of these bytes is added.
    mutating func append(
        body bytes: some RandomAccessCollection<UInt8>, announced: @autoclosure () -> Int, allowance: Int = .max
    ) -> Bool {
        guard bytes.count <= min(maximumBodyBytes, allowance) - body.count else {
            excess = .body
            return false
        }
        if body.isEmpty {
            body.reserveCapacity(max(bytes.count, min(announced(), maximumBodyBytes, Self.maximumReservation)))
        }
        body.append(contentsOf: bytes)
        return true
    }

    private static func status(of line: some RandomAccessCollection<UInt8>) -> Int {
        let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return 0
        }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
