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

        fileprivate var isManifest: Bool { name.hasSuffix(".webmanifest") }
    }

    /// Strips style sheets and scripts, and replaces `{{asset "name"}}` in web manifests by the paths of other files.
    ///
    /// - Parameter compress: Makes the gzip form of a content.
    package static func files(_ sources: [Source], compress: ([UInt8]) throws -> [UInt8]) throws -> [PublicFile] {
        let plain = try sources.filter { !$0.isManifest }.map { try file($0, content: stripped($0), compress) }
        let paths = Dictionary(plain.map { ($0.name, $0.path) }) { first, _ in first }
        return try plain + sources.filter(\.isManifest).map { try file($0, content: filled($0, paths), compress) }
    }

    private static func file(_ source: Source, content: [UInt8], _ compress: ([UInt8]) throws -> [UInt8]) throws
        -> PublicFile
    {
        try PublicFile(name: source.name, file: source.file, content: content, gzipped: try compress(content))
    }

    private static func stripped(_ source: Source) throws(TemplateError) -> [UInt8] {
        switch source.name.split(separator: ".").last {
        case "css": try StyleSheetStripping.stripped(source.content, file: source.file)
        case "js", "mjs": try ScriptStripping.stripped(source.content, file: source.file)
        default: source.content
        }
    }

    private static func filled(_ source: Source, _ paths: [String: String]) throws(TemplateError) -> [UInt8] {
        let opening = Array("{{asset \"".utf8), closing = Array("\"}}".utf8)
        var out: [UInt8] = []
        var rest = source.content[...]
        while let mark = rest.firstRange(of: opening) {
            let end = rest[mark.upperBound...].firstRange(of: closing)
            let name = String(decoding: rest[mark.upperBound..<(end?.lowerBound ?? rest.endIndex)], as: UTF8.self)
            guard let end, let path = paths[name] else {
                throw TemplateError(
                    file: source.file, message: "there is no public file '\(name)' for a manifest to name")
            }
            out += rest[..<mark.lowerBound] + Array(path.utf8)
            rest = rest[end.upperBound...]
        }
        return out + rest
    }
}
