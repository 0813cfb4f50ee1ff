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
    /// Identifies the database, its server and, by `options`, its schema, whatever the user.
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
            """
            the URL can't be read: in user, password, name and parameters all but letters and digits is \
            percent-encoded, and each parameter is one of libpq's
            """)
        guard !text.utf8.contains(0), !Self.hasStrayAtSign(text) else { throw invalid }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &message) else {
            unsafe PQfreemem(message)
            throw invalid
        }
        defer { unsafe PQconninfoFree(options) }
        let values = unsafe Self.values(in: options)
        guard Self.areHosts(values["host"] ?? ""), Self.arePorts(values["port"] ?? "") else { throw invalid }
        if let problem = Self.problem(in: values) { throw PostgreSQLStorageError(.invalidURL, problem) }
        self.text = text
        secrets = ["password", "sslpassword"].compactMap { values[$0] }.filter { !$0.isEmpty }
        // Without a name the database is the one that is called as the user is.
        let hosts = (values["hostaddr"] ?? values["host"] ?? "").split(separator: ",")
        let isRemote = hosts.contains { host in
            !host.hasPrefix("/") && !host.hasPrefix("127.") && !Self.loopbackHosts.contains(host.lowercased())
        }
        leavesEncryptionToServer = isRemote && values["sslmode"] == nil
        place =
            ["service", "host", "hostaddr", "port", "options"].map { values[$0] } + [values["dbname"] ?? values["user"]]
    }

    /// Whether libpq would take a part of the password, which isn't percent-encoded, for that of a host or a database.
    private static func hasStrayAtSign(_ text: String) -> Bool {
        let url = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" }
        let authority = url.prefix { $0 != "/" }
        return url.count(where: { $0 == "@" }) > 1 || url.contains("@") && !authority.contains("@")
    }

    /// Whether no text of a list has an at sign, but as the first character of a Unix socket's name.
    private static func areHosts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { !$0.dropFirst().contains("@") }
    }

    /// Whether a text is a list of ports, of which each may be empty.
    private static func arePorts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { UInt16($0).map { $0 > 0 } ?? false }
    }

    /// The first value with which libpq could never connect; it checks them only then.
    private static func problem(in values: [String: String]) -> String? {
        if let mode = values["sslmode"], !sslModes.contains(mode) {
            return "the URL's sslmode is none of \(sslModes.joined(separator: ", "))"
        }
        if let seconds = values["connect_timeout"], Int32(seconds) == nil {
            return "the URL's connect_timeout is no whole number of seconds"
        }
        return nil
    }

    private static let sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
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
