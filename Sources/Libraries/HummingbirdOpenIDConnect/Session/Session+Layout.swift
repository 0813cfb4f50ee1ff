import Encodings
import OpenIDConnect
import PortableFoundation
import SessionStorage

extension Session {
    /// The layout's version; a session of a version that isn't known is ignored.
    private static let layout: UInt8 = 6
    /// The layout before, which has no flags, and none of what they announce.
    private static let layoutBefore: UInt8 = 5
    /// Where both layouts have ``Values/lastUsed``.
    static let lastUse = 29..<33

    /// The parts that a session may have, in one byte with its ``Binding``.
    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let authenticated = Flags(rawValue: 4)
        static let contextClass = Flags(rawValue: 8)
        static let stepUp = Flags(rawValue: 16)
        static let sessionExpiry = Flags(rawValue: 32)
        /// The bits of the binding.
        static let binding = Flags(rawValue: 3)
        static let known: Flags = [.authenticated, .contextClass, .stepUp, .sessionExpiry, .binding]
    }

    /// A time as the layout has it: seconds since the sign-in.
    static func offset(_ time: Int64, of values: Values) -> UInt32 { UInt32(clamping: time - values.started) }

    /// The binary layout of a session.
    static func bytes(of values: Values) -> [UInt8] {
        var writer = ByteWriter(capacity: 256 + values.accessToken.text.utf8.count)
        let flags = flags(of: values)
        // A process of the version before reads a session that has nothing new.
        writer.append(flags.isEmpty ? layoutBefore : layout)
        writer.append(fixed: values.id.bytes)
        writer.append(values.started)
        for time in [values.expires, values.lastUsed] { writer.append(offset(time, of: values)) }
        writer.append(values.cause.rawValue)
        if !flags.isEmpty { writer.append(flags.rawValue) }
        if let time = values.authenticated { writer.append(UInt32(clamping: values.started - time)) }
        if let name = values.contextClass { writer.append(name) }
        if let mark = values.stepUp { writer.append(mark.number) }
        if let end = values.sessionExpiry { writer.append(offset(end, of: values)) }
        let identity = values.identity
        for text in [values.authority, values.name, identity.issuer, identity.subject] { writer.append(text) }
        writer.append(values.policy)
        writer.append(UInt8(values.user.kind == .objectID ? 1 : 0))
        // Mostly these are the issuer, or start like it, and the subject, which needn't take room twice.
        writer.append(values.user.space, after: identity.issuer)
        writer.append(values.user.value, after: identity.subject)
        writer.append(values.accessToken)
        return writer.bytes
    }

    private static func flags(of values: Values) -> Flags {
        var flags = Flags(rawValue: values.binding.rawValue)
        if values.authenticated != nil { flags.insert(.authenticated) }
        if values.contextClass != nil { flags.insert(.contextClass) }
        if values.stepUp != nil { flags.insert(.stepUp) }
        if values.sessionExpiry != nil { flags.insert(.sessionExpiry) }
        return flags
    }

    /// The session of these bytes; `nil` for anything that isn't one from start to end.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let layout = reader.uint8(), layout == Self.layout || layout == Self.layoutBefore,
            let id = reader.fixed(SessionID.byteCount).flatMap({ SessionID($0) }),
            let started = reader.int64(), (0...Date.latestSeconds).contains(started),
            let expires = reader.uint32(), let lastUsed = reader.uint32(),
            let cause = reader.uint8().flatMap(Cause.init(rawValue:))
        else { return nil }
        var flags = Flags()
        if layout == Self.layout {
            guard let byte = reader.uint8() else { return nil }
            flags = Flags(rawValue: byte)
            guard flags.isSubset(of: .known), !flags.isEmpty else { return nil }
        }
        var (authenticated, contextClass, stepUp, end): (Int64?, String?, StepUpMark?, Int64?)
        if flags.contains(.authenticated) {
            guard let age = reader.uint32() else { return nil }
            authenticated = started - Int64(age)
        }
        if flags.contains(.contextClass) {
            guard let name = reader.text() else { return nil }
            contextClass = name
        }
        if flags.contains(.stepUp) {
            guard let number = reader.int64() else { return nil }
            stepUp = StepUpMark(number: number)
        }
        if flags.contains(.sessionExpiry) {
            guard let seconds = reader.uint32() else { return nil }
            end = started + Int64(seconds)
        }
        guard let binding = Binding(rawValue: flags.intersection(.binding).rawValue),
            let authority = reader.text(), let name = reader.text(), let issuer = reader.text(),
            let subject = reader.text(), let policy = reader.optionalText(),
            let user = reader.userKey(issuer, subject), let accessToken = reader.accessToken(), reader.isAtEnd
        else { return nil }
        self.init(
            Values(
                id: id, authority: authority, policy: policy, identity: Identity(issuer: issuer, subject: subject),
                user: user, started: started, expires: started + Int64(expires), sessionExpiry: end,
                authenticated: authenticated, contextClass: contextClass, stepUp: stepUp, name: name,
                lastUsed: started + Int64(lastUsed),
                cause: cause, binding: binding, accessToken: accessToken), bytes: bytes)
    }
}

extension ByteWriter {
    /// A text without its common prefix with another one: the length of the prefix, at most 255, and the rest.
    fileprivate mutating func append(_ text: String, after known: String) {
        var count = 0
        for (scalar, other) in zip(text.unicodeScalars, known.unicodeScalars) {
            guard scalar == other, count + UTF8.width(scalar) <= Int(UInt8.max) else { break }
            count += UTF8.width(scalar)
        }
        append(UInt8(count))
        append(String(Substring(text.utf8.dropFirst(count))))
    }

    /// A token; the parts of a JWT decoded, because they are encoded again with the cookie, and would take a third more
    /// room.
    mutating func append(_ token: AccessToken) {
        // Bytes, because a split of the text takes three times as long.
        let parts = Array(token.text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // Three parts are signed (RFC 7515), five encrypted (RFC 7516).
        let decoded = parts.count == 3 || parts.count == 5 ? parts.compactMap { Base64URL.decode($0) } : []
        if decoded.count == parts.count, token.text.utf8.count <= UInt16.max {
            append(UInt8(decoded.count))
            for part in decoded {
                append(UInt16(part.count))
                append(fixed: part)
            }
        } else {
            append(UInt8(0))
            append(token.text)
        }
        append(token.expires ?? -1)
        append(token.margin)
    }
}

extension ByteReader {
    mutating func accessToken() -> AccessToken? {
        guard let text = tokenText(), let expires = int64(), expires >= -1, let margin = uint8()
        else { return nil }
        return AccessToken(text, expires: expires < 0 ? nil : expires, margin: margin)
    }

    private mutating func tokenText() -> String? {
        guard let count = uint8() else { return nil }
        if count == 0 { return text() }
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let length = uint16(), let part = slice(Int(length)) else { return nil }
            parts.append(part)
        }
        return Base64URL.encode(parts, separator: UInt8(ascii: "."))
    }

    fileprivate mutating func userKey(_ issuer: String, _ subject: String) -> UserKey? {
        guard let isObjectID = uint8(), isObjectID <= 1, let space = text(after: issuer),
            let value = text(after: subject)
        else { return nil }
        return UserKey(kind: isObjectID == 1 ? .objectID : .subject, space: space, value: value)
    }

    private mutating func text(after known: String) -> String? {
        guard let count = uint8(), count <= known.utf8.count, let rest = text(),
            let shared = Int(count) == known.utf8.count ? known : String(known.utf8.prefix(Int(count)))
        else { return nil }
        return rest.isEmpty ? shared : shared + rest
    }
}
