import CPostgres
import FoundationEssentials
import Synchronization

/// A database's address and credentials, in libpq's form: `postgresql://user:password@host/database?sslmode=…`.
///
/// Its description shows none of it.
package struct PostgreSQLURL: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let text: String
    /// The passwords in the URL, which messages must never repeat.
    private let secrets: [String]
    /// Identifies the database and its server, whatever the user.
    let place: [String?]
    /// Whether it names another machine and no `sslmode`: then the server may not encrypt, and is never verified.
    package let leavesEncryptionToServer: Bool

    /// Reads a URL; `nil` if the text is of another scheme.
    ///
    /// - Throws: ``PostgreSQLStorageError`` if the scheme is PostgreSQL's and libpq can't read the rest.
    package init?(_ text: String) throws(PostgreSQLStorageError) {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else { return nil }
        // libpq's message repeats the part that it can't parse, which may be the password.
        let invalid = PostgreSQLStorageError(
            .invalidURL,
            "the URL can't be read: in user, password and parameters all but letters and digits is percent-encoded")
        guard !text.utf8.contains(0) else { throw invalid }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &message) else {
            unsafe PQfreemem(message)
            throw invalid
        }
        defer { unsafe PQconninfoFree(options) }
        self.text = text
        let values = unsafe Self.values(in: options)
        secrets = ["password", "sslpassword"].compactMap { values[$0] }.filter { !$0.isEmpty }
        // Without a name the database is the one that is called as the user is.
        let hosts = (values["hostaddr"] ?? values["host"] ?? "").split(separator: ",")
        let isRemote = hosts.contains { host in
            !host.hasPrefix("/") && !host.hasPrefix("127.") && !Self.loopbackHosts.contains(host.lowercased())
        }
        leavesEncryptionToServer = isRemote && values["sslmode"] == nil
        place = ["service", "host", "hostaddr", "port"].map { values[$0] } + [values["dbname"] ?? values["user"]]
    }

    private static let loopbackHosts: Set = ["localhost", "::1"]

    /// Whether a password is in it.
    package var holdsPassword: Bool { !secrets.isEmpty }

    /// A message in one line, without the passwords.
    func redacted(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: "; ").replacing("\t", with: "")
        return secrets.reduce(line) { $0.replacing($1, with: "(secret)") }
    }

    private static func values(in options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                values[unsafe String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return values
    }

    /// A placeholder.
    package var description: String { "postgresql://…" }
    /// A placeholder.
    package var debugDescription: String { description }
    /// Empty, so that the URL isn't shown.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The URL by which new connections are made, whose credentials may be replaced meanwhile.
final class CurrentURL: Sendable {
    private let url: Mutex<PostgreSQLURL>

    init(_ url: PostgreSQLURL) {
        self.url = Mutex(url)
    }

    var value: PostgreSQLURL { url.withLock { $0 } }

    /// - Returns: `false` if the other URL names another database; then nothing is replaced.
    func replace(with other: PostgreSQLURL) -> Bool {
        url.withLock { url in
            guard other.place == url.place else { return false }
            url = other
            return true
        }
    }
}
