import FoundationEssentials
import SystemLibrary
import SystemSupport

/// Tries whether files can be written in a folder that may not be there yet, and leaves nothing behind.
///
/// Modes don't show this: a folder may be in `/proc`, on a full disk, or on one that is mounted read-only.
enum FolderTrial {
    /// The nearest existing place on the way up from a folder, if no file can be written in it.
    struct Obstacle: Equatable, CustomStringConvertible {
        let place: String
        /// The system's words.
        let reason: String

        var description: String { "\(place) (\(reason))" }
    }

    /// - Returns: `nil` if files can be written, once the folder and the folders around it are made.
    static func obstacle(toWritingIn folder: String) -> Obstacle? {
        var place = folder
        var missing: [String] = []
        while true {
            while place.count > 1, place.last == "/" { place.removeLast() }
            if place.isEmpty { place = "." }
            if access(place, F_OK) == 0 { break }
            let code = errno
            // A link leads to nothing, or through a folder that may not be entered.
            guard [ENOENT, ENOTDIR, EACCES].contains(code), !isLink(place), place != "." else {
                return Obstacle(place: place, reason: String(cString: strerror(code)))
            }
            let slash = place.lastIndex(of: "/")
            missing.append(String(slash.map { place[place.index(after: $0)...] } ?? place[...]))
            place = slash.map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
        }
        for name in missing where access("\(place)/\(name)", F_OK) != 0 && errno == ENAMETOOLONG {
            return Obstacle(place: name, reason: String(cString: strerror(ENAMETOOLONG)))
        }
        do throws(NewFile.WriteError) {
            try NewFile.tryWriting(in: place)
            return nil
        } catch {
            return Obstacle(place: place, reason: error.reason)
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var start: CChar = 0
        return readlink(path, &start, 1) >= 0
    }
}
