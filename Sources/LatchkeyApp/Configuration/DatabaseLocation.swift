import PostgreSQLSessionStorage

/// Where tasks and sessions are stored.
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
            do throws(PostgreSQLStorageError) {
                if let url = try PostgreSQLURL(text.text) { return .postgreSQL(url) }
            } catch {
                throw InvalidValueError(error.description)
            }
            let path = text.text.dropFirst("sqlite:".count)
            guard text.text.hasPrefix("sqlite:"), !path.isEmpty else {
                throw InvalidValueError(
                    "the value is no database; write sqlite:PATH or postgresql://USER:PASSWORD@HOST/NAME")
            }
            return .sqlite(path: String(path))
        }
        parser.form.holdsSecret = { text in
            do throws(PostgreSQLStorageError) {
                return try PostgreSQLURL(text)?.holdsPassword ?? false
            } catch {
                // A value that can't be parsed may contain one.
                return true
            }
        }
        return parser
    }
}
