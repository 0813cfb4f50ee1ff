/// What a setting's value is: it decides how the value is read, checked and shown in help.
enum SettingKind: Sendable, Equatable {
    /// What an entry of a list is.
    enum Entry: Sendable, Equatable {
        case scope, sessionKey, addressRange
    }

    /// Any text without control characters.
    case text
    /// An absolute URL, which may be plain `http` anywhere.
    case url
    /// An absolute URL, which may be plain `http` only where the host is this machine.
    case serviceURL
    /// As ``serviceURL``, with `{policy}` in its path or query.
    case authority
    /// The URL of the route that ends a sign-in.
    case redirectURI
    case boolean
    /// More than zero seconds; parts of a second only where they are allowed.
    case seconds(fractions: Bool)
    /// A whole number greater than zero.
    case count
    /// `host:port`.
    case listenAddress
    case choice([String])
    case uuid
    /// The name of a policy, which becomes a part of URLs.
    case policy
    /// `name=value&…` for the authorization request.
    case parameters
    /// `sqlite:PATH`, or a URL of PostgreSQL's.
    case database
    /// A path that need not exist yet.
    case directory
    /// A file in PEM.
    case pemFile(PEMContent)
    /// A file that holds the value of another setting.
    case secretFile
    case list(Entry)
    /// A name that files for other programs have, and that means nothing here.
    case ignored

    var isList: Bool { if case .list = self { true } else { false } }

    /// What stands for a value in help.
    var placeholder: String {
        switch self {
        case .text, .ignored: "TEXT"
        case .url, .serviceURL, .authority, .redirectURI: "URL"
        case .boolean: "true|false"
        case .seconds: "SECONDS"
        case .count: "NUMBER"
        case .listenAddress: "HOST:PORT"
        case .choice(let choices): choices.count > 4 ? "NAME" : choices.joined(separator: "|")
        case .uuid: "UUID"
        case .policy: "NAME"
        case .parameters: "NAME=VALUE&…"
        case .database: "sqlite:PATH|postgresql://…"
        case .directory: "DIRECTORY"
        case .pemFile, .secretFile: "FILE"
        case .list(.scope): "SCOPE,…"
        case .list(.sessionKey): "KEY,…"
        case .list(.addressRange): "ADDRESS,…"
        }
    }
}
