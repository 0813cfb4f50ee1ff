import FoundationEssentials

/// Reads the small files that settings name; tests have one of their own.
struct FileReader: Sendable {
    /// Why a file can't be read, in words that follow its path.
    struct Fault: Error {
        let reason: String
    }

    let read: @Sendable (_ path: String) throws(Fault) -> [UInt8]

    /// The text of a file in UTF-8, without a byte order mark.
    func text(_ path: String) throws(Fault) -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw Fault(reason: "is not text in UTF-8")
        }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// The files of this machine; a relative path begins in the working directory.
    static let system = FileReader { path throws(Fault) in
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw Fault(reason: "does not exist")
        } catch let error as CocoaError where error.code == .fileReadNoPermission {
            throw Fault(reason: "may not be read by this user")
        } catch {
            throw Fault(reason: "can't be read")
        }
    }
}
