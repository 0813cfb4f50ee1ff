import Foundation
import PackagePlugin

/// Compiles `Templates/<Target>` and `Public/<Target>` into the target.
@main
struct CompilePages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let package = context.package.directoryURL
        let templates = package.appending(path: "Templates/\(target.name)")
        let publicFolder = package.appending(path: "Public/\(target.name)")
        guard FileManager.default.fileExists(atPath: templates.path) else {
            throw MissingTemplates(folder: templates.path)
        }
        let output = context.pluginWorkDirectoryURL
        return [
            .buildCommand(
                displayName: "Compiling the pages of \(target.name)",
                executable: try context.tool(named: "PageCompiler").url,
                arguments: [target.name, templates.path, publicFolder.path, output.path],
                // The folders are inputs too, so that a file that comes or goes is noticed.
                inputFiles: try inputs(in: templates) + inputs(in: publicFolder),
                outputFiles: ["CompiledPages.swift", "CompiledFiles.swift"].map { output.appending(path: $0) })
        ]
    }

    private func inputs(in folder: URL) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return [folder] + names.map { folder.appending(path: $0) }
    }
}
