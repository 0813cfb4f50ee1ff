import FoundationEssentials
import SystemSupport

/// Reads the small files that settings name; tests replace it.
struct FileReader: Sendable {
    let read: @Sendable (_ path: String) throws(UnreadableFileError) -> [UInt8]

    /// The text of a file in UTF-8, without a byte order mark.
    func text(_ path: String) throws(UnreadableFileError) -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw UnreadableFileError(reason: "is not text in UTF-8")
        }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// The files of this machine; a relative path starts in the working directory.
    static let system = FileReader { path throws(UnreadableFileError) in
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw UnreadableFileError(reason: "does not exist")
        } catch {
            throw UnreadableFileError(reason: reason(error, at: path))
        }
    }

    /// Why a file that is there can't be read; Foundation reports pipes and devices as files without permission.
    private static func reason(_ error: any Error, at path: String) -> String {
        switch FileStamp(path)?.kind {
        case .folder: return "is a folder"
        case .other: return "is not a regular file"
        case .regular, nil:
            let isForbidden = (error as? CocoaError)?.code == .fileReadNoPermission
            return isForbidden ? "may not be read by this user" : "can't be read"
        }
    }
}

/// Why a file can't be read, in words that follow its path.
struct UnreadableFileError: Error {
    let reason: String

    /// The whole error, without a value that may be a secret in the place of its file's path.
    func sentence(_ path: String) -> String {
        let isPath =
            Self.beginnings.contains(where: path.hasPrefix) || Self.endings.contains(where: path.hasSuffix)
            || FileManager.default.fileExists(atPath: path)
        let isContents = path.contains(where: \.isNewline) || path.contains("-----BEGIN") || path.contains("://")
        return isPath && !isContents
            ? "\(path) \(reason)" : "the value is no path of a file that is there; the setting takes a path"
    }

    private static let beginnings = ["/", "./", "../", "~"]
    private static let endings = [".json", ".yaml", ".yml", ".plist", ".pem", ".key", ".crt", ".txt", ".jwt"]
}
