import Encodings
import SealedCookies
import WebSupport

/// Records the sign-ins of a browser within a minute, so that a loop ends with a page that explains it.
///
/// The record is in a small sealed cookie, and not by address, which many users may share. The cookie is independent of
/// the session, because a session that doesn't last may be the cause of the loop.
struct SignInLoopGuard: Sendable {
    /// Maximum number of sign-ins that a browser completes within ``window``.
    static let limit: UInt8 = 10
    /// Maximum number of pages that only reload which a browser gets within ``window``.
    private static let reloadLimit: UInt8 = 2
    /// In seconds.
    static let window: Int64 = 60

    private struct Record {
        /// UNIX seconds at which the first of the counted sign-ins was completed.
        var started: Int64
        var completed: UInt8 = 0
        /// UNIX seconds at which the browser was last sent to the authority because that required interaction; 0 if it
        /// wasn't.
        var interaction: Int64 = 0
        /// UNIX seconds at which the first of the counted pages that only reload was sent.
        var firstReload: Int64 = 0
        var reloads: UInt8 = 0
    }

    let cookie: ChunkedCookie

    /// Whether the browser has completed so many sign-ins that it may complete no further one now.
    func isLoop(in cookies: RequestCookies, now: Int64) -> Bool {
        record(in: cookies, now: now).completed >= Self.limit
    }

    /// Whether the browser has been sent to the authority because that required interaction.
    func hasInteracted(in cookies: RequestCookies, now: Int64) -> Bool {
        record(in: cookies, now: now).interaction > 0
    }

    /// The cookie's fields with one more completed sign-in, or with a redirect to the authority for interaction.
    func recording(completed: Bool, interaction: Bool = false, over cookies: RequestCookies, now: Int64) -> [String] {
        var record = record(in: cookies, now: now)
        if completed { record.completed = min(Self.limit, record.completed + 1) }
        if interaction { record.interaction = now }
        return fields(record, over: cookies, now: now)
    }

    /// Whether the browser may get one more page that only reloads.
    func mayReload(in cookies: RequestCookies, now: Int64) -> Bool {
        record(in: cookies, now: now).reloads < Self.reloadLimit
    }

    /// The cookie's fields with one more such page.
    func recordingReload(over cookies: RequestCookies, now: Int64) -> [String] {
        var record = record(in: cookies, now: now)
        if record.reloads == 0 { record.firstReload = now }
        record.reloads += 1
        return fields(record, over: cookies, now: now)
    }

    private func fields(_ record: Record, over cookies: RequestCookies, now: Int64) -> [String] {
        var writer = ByteWriter(capacity: 32)
        writer.append(record.started)
        writer.append(record.completed)
        writer.append(record.interaction)
        writer.append(record.firstReload)
        writer.append(record.reloads)
        let last = max(record.completed > 0 ? record.started : 0, record.interaction, record.firstReload)
        return (try? cookie.setting(writer.bytes, until: last + Self.window, now: now, over: cookies)) ?? []
    }

    /// The cookie's record of the last minute.
    private func record(in cookies: RequestCookies, now: Int64) -> Record {
        let none = Record(started: now)
        guard let bytes = cookie.payload(in: cookies, now: now) else { return none }
        var reader = ByteReader(bytes)
        guard let started = reader.int64(), let completed = reader.uint8(),
            let interaction = reader.int64(), let firstReload = reader.int64(), let reloads = reader.uint8(),
            reader.isAtEnd
        else { return none }
        var record = none
        if completed > 0, started + Self.window > now { (record.started, record.completed) = (started, completed) }
        if interaction + Self.window > now { record.interaction = interaction }
        if firstReload + Self.window > now { (record.firstReload, record.reloads) = (firstReload, reloads) }
        return record
    }
}
