/// The files of one `Public` folder, made ready to be served.
package enum PublicFolder {
    /// A file as it was read.
    package struct Source: Sendable {
        let name: String
        let file: String
        let content: [UInt8]

        /// Takes a file's name in the folder, the path that errors name, and its content.
        package init(name: String, file: String, content: [UInt8]) {
            self.name = name
            self.file = file
            self.content = content
        }

        /// Whether it names other files.
        fileprivate var hasMarks: Bool { content.firstRange(of: opening) != nil }
    }

    private static let opening = Array("{{asset \"".utf8)
    private static let closing = Array("\"}}".utf8)

    /// Strips style sheets and scripts, and replaces `{{asset "name"}}` by the path of that file.
    ///
    /// A file that names others can't be named itself, because its path follows from its content.
    ///
    /// - Parameter compress: Makes the gzip form of a content.
    package static func files(_ sources: [Source], compress: ([UInt8]) throws -> [UInt8]) throws -> [PublicFile] {
        let plain = try sources.filter { !$0.hasMarks }.map { try file($0, $0.content, compress) }
        let paths = Dictionary(plain.map { ($0.name, $0.path) }) { first, _ in first }
        return try plain + sources.filter(\.hasMarks).map { try file($0, filled($0, paths), compress) }
    }

    private static func file(_ source: Source, _ content: [UInt8], _ compress: ([UInt8]) throws -> [UInt8]) throws
        -> PublicFile
    {
        let stripped =
            switch source.name.split(separator: ".").last {
            case "css": try StyleSheetStripping.stripped(content, file: source.file)
            case "js", "mjs": try ScriptStripping.stripped(content, file: source.file)
            default: content
            }
        return try PublicFile(name: source.name, file: source.file, content: stripped, gzipped: try compress(stripped))
    }

    private static func filled(_ source: Source, _ paths: [String: String]) throws(TemplateError) -> [UInt8] {
        var out: [UInt8] = []
        var rest = source.content[...]
        while let mark = rest.firstRange(of: opening) {
            let end = rest[mark.upperBound...].firstRange(of: closing)
            let name = String(decoding: rest[mark.upperBound..<(end?.lowerBound ?? rest.endIndex)], as: UTF8.self)
            guard let end, let path = paths[name] else {
                throw TemplateError(
                    file: source.file, message: "there is no public file '\(name)' to be named here")
            }
            out += rest[..<mark.lowerBound] + Array(path.utf8)
            rest = rest[end.upperBound...]
        }
        return out + rest
    }
}
