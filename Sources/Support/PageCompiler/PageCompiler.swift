import Foundation
import PageCompilation

/// The build tool behind the plugin: reads a target's folders, writes two Swift files.
@main
struct PageCompiler {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard arguments.count == 4 else {
            throw PageCompilerError("usage: PageCompiler target templates-folder public-folder output-folder")
        }
        let templates = URL(filePath: arguments[1])
        let publicFolder = URL(filePath: arguments[2])
        let output = URL(filePath: arguments[3])

        guard let templateFiles = try SourceFolder.files(of: templates), !templateFiles.isEmpty else {
            throw PageCompilerError("\(templates.path):1:1: error: the target \(arguments[0]) has no templates here")
        }
        let compilation = try PageCompilation(
            templates: templateFiles.map(template(from:)),
            publicFiles: try PublicFolder.files((SourceFolder.files(of: publicFolder) ?? []).map(source(from:))) {
                content in
                try Gzip.compress(content, beside: output)
            })
        try write(compilation.pages, to: output.appending(path: "CompiledPages.swift"))
        try write(compilation.files, to: output.appending(path: "CompiledFiles.swift"))
    }

    private static func template(from file: URL) throws -> Template {
        guard file.pathExtension == "html" else {
            throw PageCompilerError("\(file.path):1:1: error: a template's name ends in .html")
        }
        return try Template(
            name: file.deletingPathExtension().lastPathComponent, file: file.path,
            content: [UInt8](Data(contentsOf: file)))
    }

    private static func source(from file: URL) throws -> PublicFolder.Source {
        PublicFolder.Source(name: file.lastPathComponent, file: file.path, content: [UInt8](try Data(contentsOf: file)))
    }

    /// An unchanged file isn't written, so that its date stays and nothing is recompiled.
    private static func write(_ source: String, to file: URL) throws {
        let content = Data(source.utf8)
        if (try? Data(contentsOf: file)) != content { try content.write(to: file, options: .atomic) }
    }
}

/// An error of the page compiler itself.
struct PageCompilerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
