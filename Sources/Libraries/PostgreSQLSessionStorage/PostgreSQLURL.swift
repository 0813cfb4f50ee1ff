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
    /// The parameters of each host that may be tried next to the others; one without any if libpq tries them in order.
    let hosts: [[String: String]]
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
        guard Self.areHosts(values["host"] ?? ""), Self.areNumbers(values["port"] ?? "") else { throw invalid }
        if let problem = Self.problem(in: values) { throw PostgreSQLStorageError(.invalidURL, problem) }
        self.text = text
        self.hosts = Self.hosts(in: values)
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

    /// The hosts, if at most one of them is of use, so that their order doesn't matter.
    private static func hosts(in values: [String: String]) -> [[String: String]] {
        var lists = values.filter { ["host", "hostaddr", "port"].contains($0.key) }.mapValues { list in
            list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        // An empty parameter wouldn't override the URL's list, in which an empty port stands for libpq's own.
        if let ports = lists["port"], ports.count > 1 {
            lists["port"] = ports.map { $0.isEmpty ? "5432" : $0 }
        }
        let count = lists.values.map(\.count).max() ?? 0
        guard ["read-write", "primary"].contains(values["target_session_attrs"]), count > 1,
            lists.allSatisfy({ $1.count == count || $0 == "port" && $1.count == 1 }),
            lists.values.allSatisfy({ !$0.contains("") })
        else { return [[:]] }
        return (0..<count).map { index in lists.mapValues { $0.count > 1 ? $0[index] : $0[0] } }
    }

    /// Whether libpq would mistake a part of the password, which isn't percent-encoded, for a host or a database.
    private static func hasStrayAtSign(_ text: String) -> Bool {
        let url = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" }
        let authority = url.prefix { $0 != "/" }
        return url.count(where: { $0 == "@" }) > 1 || url.contains("@") && !authority.contains("@")
    }

    /// Whether no text of a list has an at sign, but as the first character of a Unix socket's name.
    private static func areHosts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { !$0.dropFirst().contains("@") }
    }

    /// Whether a text is a list of numbers, of which each may be empty.
    private static func areNumbers(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }
    }

    /// The first value with which libpq could never connect; it checks them only then.
    private static func problem(in values: [String: String]) -> String? {
        for (name, words) in choices {
            if let value = values[name], !words.contains(value) {
                return "the URL's \(name) is none of \(words.joined(separator: ", "))"
            }
        }
        for name in numbers {
            if let value = values[name], Int32(value) == nil { return "the URL's \(name) is no whole number" }
        }
        let (hosts, addresses) = (count(values["host"]), count(values["hostaddr"]))
        if hosts > 0, addresses > 0, hosts != addresses {
            return "the URL has \(hosts) values of host and \(addresses) of hostaddr; name one address for each host"
        }
        let ports = values["port"] ?? ""
        guard ports.split(separator: ",").allSatisfy({ UInt16($0).map { $0 > 0 } ?? false }) else {
            return "the URL's port is no number from 1 to 65535"
        }
        // An empty list of hosts is the local socket.
        let places = max(addresses, hosts, 1)
        guard count(ports) <= 1 || count(ports) == places else {
            return "the URL has \(count(ports)) ports for \(places) hosts; name one port for all, or one for each"
        }
        return nil
    }

    /// The number of values in a list, as libpq counts them: each may be empty, but not all of the text.
    private static func count(_ list: String?) -> Int {
        list.map { $0.isEmpty ? 0 : $0.count { $0 == "," } + 1 } ?? 0
    }

    /// The parameters that have one of some words.
    private static let choices = [
        ("sslmode", ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]),
        ("target_session_attrs", ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"]),
        ("load_balance_hosts", ["disable", "random"]),
        ("channel_binding", ["disable", "prefer", "require"]),
        ("gssencmode", ["disable", "prefer", "require"]),
    ]
    private static let numbers = [
        "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",
    ]
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
