import FoundationEssentials

/// A file of `Public`, compiled into the program.
///
/// Its path has a hash of its content, so that it can be served as immutable.
package struct CompiledAsset: Sendable {
    /// The file's name in `Public`, as `app.css`.
    package let name: String
    /// The path at which it is served, such as `/assets/app-01234567.css`.
    package let path: String
    package let contentType: String
    package let plain: [UInt8]
    /// The content in gzip format, if that is smaller.
    package let gzipped: [UInt8]?

    /// Decodes the page compiler's output; both contents are in base64, so that the generated source compiles quickly.
    package init(name: String, path: String, contentType: String, plain: StaticString, gzipped: StaticString?) {
        self.name = name
        self.path = path
        self.contentType = contentType
        self.plain = Self.decode(plain)
        self.gzipped = gzipped.map(Self.decode)
    }

    private static func decode(_ base64: StaticString) -> [UInt8] {
        base64.withUTF8Buffer { Data(base64Encoded: Data($0)) }.map { [UInt8]($0) } ?? []
    }
}
