import PostgreSQLSessionStorage

/// The database of tasks and sessions.
enum DatabaseLocation: Sendable, Equatable {
    /// A file of this machine.
    case sqlite(path: String)
    /// A server, which replicas share.
    case postgreSQL(PostgreSQLURL)
}

extension SettingParser where Value == DatabaseLocation {
    /// `sqlite:PATH`, or a URL of PostgreSQL's.
    ///
    /// An error doesn't show the value, because it may contain a password.
    static var database: SettingParser {
        var parser = SettingParser("sqlite:PATH|postgresql://…") { text throws(InvalidValueError) in
            let value = RawValue.trimmed(text.text)
            do throws(PostgreSQLStorageError) {
                if let url = try PostgreSQLURL(value) { return .postgreSQL(url) }
            } catch {
                throw InvalidValueError(error.description)
            }
            let path = value.dropFirst("sqlite:".count)
            guard value.hasPrefix("sqlite:"), !path.isEmpty else {
                throw InvalidValueError(
                    "the value is no database; write sqlite:PATH or postgresql://USER:PASSWORD@HOST/NAME")
            }
            // SQLite gives these a meaning of its own.
            guard path != ":memory:", !path.hasPrefix("file:") else {
                throw InvalidValueError("\(path) names no file; write sqlite:PATH")
            }
            return .sqlite(path: String(path))
        }
        parser.form.holdsSecret = { text in
            do throws(PostgreSQLStorageError) {
                return try PostgreSQLURL(RawValue.trimmed(text))?.holdsPassword ?? false
            } catch {
                // A value that can't be parsed may contain one.
                return true
            }
        }
        return parser
    }
}
