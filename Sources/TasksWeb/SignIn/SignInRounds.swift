import Encodings
import HummingbirdOpenIDConnect
import SealedCookies

/// Counts how many sign-ins a browser has ended within a minute, so that one that goes round in circles is told why
/// instead.
///
/// The count travels in a small sealed cookie, never by address, which many people may share. The cookie is set where a
/// sign-in ends, for the rest of that minute, and nowhere else: without it the next round could not be told from the
/// first. It depends on no session, since a session that doesn't last may be what makes the circle.
struct SignInRounds: Sendable {
    /// The most sign-ins that a browser ends within ``window``.
    static let limit: UInt8 = 10
    /// In seconds.
    static let window: Int64 = 60

    private struct Count {
        var begun: Int64
        var ended: UInt8
    }

    let names: SiteCookies
    let codec: SealedCookieCodec

    /// How many seconds have to pass before the browser may end a sign-in again; `nil` where it may now.
    func pause(in cookies: RequestCookies, now: Int64) -> Int64? {
        guard let count = count(in: cookies, now: now), count.ended >= Self.limit else { return nil }
        return min(Self.window, max(1, count.begun + Self.window - now))
    }

    /// The field that counts one more.
    func counting(over cookies: RequestCookies, now: Int64) throws -> String? {
        var count = count(in: cookies, now: now) ?? Count(begun: now, ended: 0)
        count.ended = min(Self.limit, count.ended + 1)
        var writer = ByteWriter(capacity: 16)
        writer.append(count.begun)
        writer.append(count.ended)
        let end = count.begun + Self.window
        return try codec.seal(writer.bytes, name: names.rounds, expires: end).first.map {
            names.setting(names.rounds, to: $0.value, maxAge: min(Self.window, max(1, end - now)))
        }
    }

    /// The fields that take the count away.
    func expiring(in cookies: RequestCookies) -> [String] {
        cookies[names.rounds] == nil ? [] : [names.expiring(names.rounds)]
    }

    private func count(in cookies: RequestCookies, now: Int64) -> Count? {
        guard let bytes = codec.open(name: names.rounds, now: now, chunk: { cookies[$0] }) else { return nil }
        var reader = ByteReader(bytes)
        guard let begun = reader.number(Int64.self), let ended = reader.number(UInt8.self), reader.isAtEnd else {
            return nil
        }
        return Count(begun: begun, ended: ended)
    }
}
