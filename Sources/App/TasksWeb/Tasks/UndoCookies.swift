import Encodings
import HummingbirdOpenIDConnect
import SealedCookies
import SessionStorage
import WebSupport

/// The task that was deleted last, in a sealed cookie, so that the next page can offer it back.
///
/// The cookie opens only for the session that deleted the task.
struct UndoCookies: Sendable {
    /// How long a delete can be undone, in seconds.
    static let lifetime: Int64 = 120

    private let cookie: ChunkedCookie
    private let now: @Sendable () -> Int64

    init(names: SiteCookies, codec: SealedCookieCodec, now: @escaping @Sendable () -> Int64) {
        cookie = ChunkedCookie(name: names.undo, attributes: names.attributes, codec: codec)
        self.now = now
    }

    /// The task that the session deleted last, unless that was offered before or is too long ago.
    func task(for session: RequestSession) -> DeletedTask? {
        guard let payload = cookie.payload(in: session.cookies, now: now()) else { return nil }
        var reader = ByteReader(payload)
        guard let id = session.id, reader.fixed(SessionID.byteCount) == id.bytes,
            let completed = reader.uint8(),
            let text = reader.text(), reader.isAtEnd
        else { return nil }
        return DeletedTask(text: text, completed: completed == 1)
    }

    /// The `Set-Cookie` fields that store a task.
    func storing(_ task: DeletedTask, for session: RequestSession) -> [String] {
        guard let id = session.id else { return [] }
        var writer = ByteWriter()
        writer.append(fixed: id.bytes)
        writer.append(UInt8(task.completed ? 1 : 0))
        writer.append(task.text)
        let now = self.now()
        return (try? cookie.setting(writer.bytes, until: now + Self.lifetime, now: now, over: session.cookies)) ?? []
    }

    /// The `Set-Cookie` fields that expire it.
    func expiring(in cookies: RequestCookies) -> [String] {
        cookie.expiring(in: cookies)
    }
}

/// The parts of a deleted task that are needed to add it again.
struct DeletedTask: Sendable, Equatable {
    let text: String
    let completed: Bool

    /// The text isolated, so that its direction doesn't reorder the words around it (UAX #9, section 2.4).
    var isolatedText: String { "\u{2068}\(text)\u{2069}" }
}
