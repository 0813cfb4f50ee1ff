import Encodings
import HummingbirdOpenIDConnect
import SessionStorage

/// The task that was deleted last, in a sealed cookie, so that the next page can offer it back.
///
/// The cookie opens only for the session that deleted the task.
struct UndoCookies: Sendable {
    /// How long a delete can be undone, in seconds.
    static let lifetime: Int64 = 120

    let cookie: SealedCookie

    /// The task that the session deleted last, unless that was offered before or is too long ago.
    func task(for session: RequestSession) -> DeletedTask? {
        guard let value = cookie.value(in: session) else { return nil }
        var reader = ByteReader(value)
        guard let id = session.id, reader.fixed(SessionID.byteCount) == id.bytes,
            let completed = reader.uint8(),
            let text = reader.text(), reader.isAtEnd
        else { return nil }
        return DeletedTask(text: text, completed: completed == 1)
    }

    /// Stores a task in the cookie, unless it is too large.
    func store(_ task: DeletedTask, for session: RequestSession) {
        guard let id = session.id else { return }
        var writer = ByteWriter()
        writer.append(fixed: id.bytes)
        writer.append(UInt8(task.completed ? 1 : 0))
        writer.append(task.text)
        try? cookie.set(writer.bytes, lifetime: .seconds(Self.lifetime), in: session)
    }
}

/// The parts of a deleted task that are needed to add it again.
struct DeletedTask: Sendable, Equatable {
    let text: String
    let completed: Bool

    /// The text isolated, so that its direction doesn't reorder the words around it (UAX #9, section 2.4).
    var isolatedText: String { "\u{2068}\(text)\u{2069}" }
}
