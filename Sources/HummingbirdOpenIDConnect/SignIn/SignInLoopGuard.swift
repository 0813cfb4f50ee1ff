import Encodings
import SealedCookies

/// Counts the sign-ins of a browser within a minute, so that a loop ends with a page that explains it.
///
/// The count is in a small sealed cookie, and not by address, which many users may share. It is independent of the
/// session, because a session that doesn't last may be the cause of the loop.
struct SignInLoopGuard: Sendable {
    /// The most sign-ins that a browser completes within ``window``.
    static let limit: UInt8 = 10
    /// In seconds.
    static let window: Int64 = 60

    private struct Count {
        var started: Int64
        var completed: UInt8
    }

    let site: WebSignIn

    private var name: String { site.names.loopGuard }

    /// How many seconds the browser has to wait before it may complete a sign-in; `nil` if it needn't.
    func pause(in cookies: RequestCookies, now: Int64) -> Int64? {
        guard let count = count(in: cookies, now: now), count.completed >= Self.limit else { return nil }
        return min(Self.window, max(1, count.started + Self.window - now))
    }

    /// The cookie's field with the count increased by one.
    func counting(over cookies: RequestCookies, now: Int64) -> String? {
        var count = count(in: cookies, now: now) ?? Count(started: now, completed: 0)
        count.completed = min(Self.limit, count.completed + 1)
        var writer = ByteWriter(capacity: 16)
        writer.append(count.started)
        writer.append(count.completed)
        let end = count.started + Self.window
        return try? site.codec.seal(writer.bytes, name: name, expires: end).first.map {
            site.attributes.setting(name, to: $0.value, maxAge: min(Self.window, max(1, end - now)))
        }
    }

    /// The fields that expire the count.
    func expiring(in cookies: RequestCookies) -> [String] {
        cookies[name] == nil ? [] : [site.attributes.expiring(name)]
    }

    private func count(in cookies: RequestCookies, now: Int64) -> Count? {
        guard let bytes = site.codec.open(name: name, now: now, chunk: { cookies[$0] }) else { return nil }
        var reader = ByteReader(bytes)
        guard let started = reader.number(Int64.self), let completed = reader.number(UInt8.self), reader.isAtEnd else {
            return nil
        }
        return Count(started: started, completed: completed)
    }
}
