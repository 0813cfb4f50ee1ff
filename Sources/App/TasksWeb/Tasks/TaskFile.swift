import Encodings
import HTTPTypes
import NIOCore

/// A file with all of a user's tasks, in the making.
struct TaskFile {
    enum Format: CaseIterable, Sendable {
        /// A line for each task.
        case text
        /// An array of the tasks, with the members that the API sent.
        case json

        /// Reads a path as the router does, which skips empty segments.
        init?(path: String) {
            // Fast path, because each request comes here.
            guard path.utf8.contains(UInt8(ascii: ".")) else { return nil }
            let segments = path.split(separator: "/")
            guard segments.count == 1, let format = Self.allCases.first(where: { $0.name == segments[0] })
            else { return nil }
            self = format
        }

        var path: String {
            switch self {
            case .text: SitePath.tasksText
            case .json: SitePath.tasksJSON
            }
        }

        private var name: Substring { path.dropFirst() }

        /// The fields of a response that is a file of this format.
        var fields: HTTPFields {
            [
                .contentType: self == .text ? "text/plain; charset=utf-8" : "application/json",
                .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ]
        }
    }

    let format: Format
    private var bytes: [UInt8] = []
    private var isStarted = false

    init(_ format: Format) {
        self.format = format
    }

    /// The number of bytes that wait for ``piece()``.
    var count: Int { bytes.count }

    mutating func append(_ task: DownloadedTask) {
        switch format {
        case .text:
            bytes += (task.task.completed == true ? "[x] " : "[ ] ").utf8
            append(line: task.task.text)
        case .json:
            bytes += (isStarted ? ",\n" : "[\n").utf8
            var writer = JSONWriter()
            writer.append(.object(task.members))
            bytes += writer.bytes
        }
        isStarted = true
    }

    /// Appends what comes after the last task.
    mutating func end() {
        if format == .json { bytes += (isStarted ? "\n]\n" : "[]\n").utf8 }
    }

    /// The bytes since the last piece.
    mutating func piece() -> ByteBuffer {
        defer { bytes.removeAll(keepingCapacity: true) }
        return ByteBuffer(bytes: bytes)
    }

    /// Appends a text with each line break as one space: CR LF, CR, LF, U+0085, U+2028 and U+2029.
    private mutating func append(line text: String) {
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": bytes.append(UInt8(ascii: " "))
            default: bytes.append(contentsOf: scalar.utf8)
            }
            isAfterReturn = scalar == "\r"
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
