import FoundationEssentials

/// Turns the templates and public files of one target into two Swift files.
///
/// The output depends only on the input, whatever its order.
package struct PageCompilation: Sendable {
    /// The pages' render functions.
    package let pages: String
    /// The public files, as `enum PublicFiles`.
    package let files: String

    /// Compiles everything, or reports the first fault of each template.
    package init(templates: [Template], publicFiles: [PublicFile]) throws(PageCompilationError) {
        let publicFiles = publicFiles.sorted { $0.name < $1.name }
        let paths = Dictionary(publicFiles.map { ($0.name, $0.path) }) { first, _ in first }
        var sources = ["import PageSupport\n"]
        var errors: [TemplateError] = []
        for template in templates.sorted(by: { $0.name < $1.name }) {
            do {
                let tree = try TemplateParser.tree(of: template, assetPaths: paths)
                sources.append(PageWriter.extensionSource(of: template, tree: tree))
            } catch {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw PageCompilationError(errors: errors) }
        pages = sources.joined(separator: "\n")
        files = Self.source(of: publicFiles)
    }

    private static func source(of publicFiles: [PublicFile]) -> String {
        let assets = publicFiles.map { file in
            """
                    CompiledAsset(
                        name: \(SwiftLiteral.quoted(file.name)),
                        path: \(SwiftLiteral.quoted(file.path)),
                        contentType: \(SwiftLiteral.quoted(file.contentType)),
                        plain: \(base64(file.content)),
                        gzipped: \(file.gzipped.map(base64) ?? "nil")),

            """
        }
        return """
            import PageSupport

            enum PublicFiles {
                static let all: [CompiledAsset] = [
            \(assets.joined())    ]
            }

            """
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        SwiftLiteral.quoted(Data(bytes).base64EncodedString())
    }
}
