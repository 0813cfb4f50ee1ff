/// A file of `Public`, compiled in under a path with a hash of its content.
package struct PublicFile: Sendable {
    /// The name that templates use.
    package let name: String
    let content: [UInt8]
    let gzipped: [UInt8]?
    let contentType: String
    let hash: String

    /// Takes the content of a file, and its gzip form, which is dropped if it isn't smaller.
    ///
    /// - Throws: An error if the name needs escapes in a URL, or its extension has no content type.
    package init(name: String, file: String, content: [UInt8], gzipped: [UInt8]?) throws(TemplateError) {
        let isPlainName = name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.".utf8.contains($0) }
        guard isPlainName, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            throw TemplateError(
                file: file, message: "a public file's name has letters, digits, '-', '_', '.' and an extension")
        }
        let suffix = String(name[dot...].dropFirst())
        guard let contentType = Self.contentTypes[suffix] else {
            throw TemplateError(file: file, message: "no content type is known for '.\(suffix)'")
        }
        self.name = name
        self.content = content
        self.gzipped = gzipped.flatMap { $0.count < content.count ? $0 : nil }
        self.contentType = contentType
        hash = Self.hash(of: content)
    }

    /// The path at which the file is served.
    var path: String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return "/assets/\(name[..<dot])-\(hash)\(name[dot...])"
    }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8",
        "gif": "image/gif",
        "html": "text/html; charset=utf-8",
        "ico": "image/vnd.microsoft.icon",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff2": "font/woff2",
    ]

    /// FNV-1a, 64 bits folded to 32: distinguishes versions of a file, and protects against no attack.
    private static func hash(of content: [UInt8]) -> String {
        let hash = content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(UInt32(truncatingIfNeeded: hash >> 32 ^ hash), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
