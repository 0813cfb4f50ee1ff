public import PortableFoundation

/// Sessions that end together.
///
/// A minor version adds no case.
public enum SessionGroup: Sendable, Equatable {
    /// Sessions of one session at the provider, started at one authority, or at any if that is `nil`. The issuer and
    /// the `sid` identify them: the sign-in's, or the newest refreshed ID token's.
    case providerSession(String, issuer: String, authority: String?)
    /// A user's sessions, except for one.
    case user(String, except: SessionID?)
    /// Sessions at one authority whose ID token had a `sub`, unique in a scope, and that started at this date or
    /// before.
    case subject(String, scope: String, authority: String, startedBy: Date)
    /// A user's sessions that haven't expired at a date, except for one and for so many of the others that were used
    /// last.
    ///
    /// Of sessions used at the same time those that were inserted first end.
    case leastRecentlyUsed(of: String, except: SessionID, sparing: Int, at: Date)

    /// Maximum number of sessions that end in one transaction, so that other calls don't wait for long.
    public static let batchSize = 1000
}

/// How many sessions a user may have, and start.
public struct SessionLimits: Sendable, Equatable {
    /// The period in which sign-ins are counted, in seconds; it starts with the first of them.
    package static let period: TimeInterval = 86_400

    /// Maximum number of a user's sessions, at least 1.
    public var sessions: Int
    /// Maximum number of sessions that a user may start within a day.
    ///
    /// Each replica remembers an ended session until it would have expired. So a user must not end too many by starting
    /// others.
    public var signInsPerDay: Int

    /// Creates limits.
    public init(sessions: Int = 100, signInsPerDay: Int = 10_000) {
        self.sessions = max(1, sessions)
        self.signInsPerDay = signInsPerDay
    }

    /// The sessions whose place a new session takes.
    public func displaced(by record: SessionRecord) -> SessionGroup {
        .leastRecentlyUsed(of: record.user, except: record.id, sparing: max(0, sessions - 1), at: record.started)
    }
}

/// A user has started as many sessions within a day as the limit allows.
public struct SignInLimitError: Error, Equatable {
    /// Creates an error.
    public init() {}
}
