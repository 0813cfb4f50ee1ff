import Foundation

/// A flat folder of templates or public files, so that a name identifies a file.
enum SourceFolder {
    /// The files in the order of their names, without hidden ones; `nil` if there is no such folder.
    static func files(of folder: URL) throws -> [URL]? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { !$0.hasPrefix(".") }
            .map { name in
                let file = folder.appending(path: name, directoryHint: .notDirectory)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue
                else {
                    throw PageCompilerError(
                        "\(file.path):1:1: error: only files are compiled in; put them into \(folder.path) itself")
                }
                return file
            }
    }
}
