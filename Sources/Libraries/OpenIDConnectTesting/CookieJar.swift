package import HTTPTypes

/// A browser's cookies for one host, the oldest first, which is the order that they are sent in (RFC 6265, section
/// 5.4).
///
/// Of the attributes only the ones that remove a cookie count: each cookie is sent to every path.
public struct CookieJar: Sendable, Equatable, Sequence, ExpressibleByDictionaryLiteral {
    private struct Cookie: Sendable, Equatable {
        let name: String
        var value: String
    }

    private var stored: [Cookie] = []

    /// Cookies by their names.
    public init(dictionaryLiteral elements: (String, String)...) {
        stored = elements.map { Cookie(name: $0.0, value: $0.1) }
    }

    /// The cookies after a response with these values of `Set-Cookie` fields.
    public init(_ fields: [String] = []) {
        store(fields)
    }

    /// The names.
    public var keys: [String] { stored.map(\.name) }
    /// The number of cookies.
    public var count: Int { stored.count }
    /// Whether there is no cookie.
    public var isEmpty: Bool { stored.isEmpty }
    /// The oldest cookie.
    public var first: (key: String, value: String)? { first { _ in true } }

    /// The value of a cookie.
    ///
    /// One that is set again retains its place, and `nil` removes it.
    public subscript(name: String) -> String? {
        get { stored.first { $0.name == name }?.value }
        set {
            let place = stored.firstIndex { $0.name == name }
            switch (newValue, place) {
            case (let value?, let place?): stored[place].value = value
            case (let value?, nil): stored.append(Cookie(name: name, value: value))
            case (nil, let place?): stored.remove(at: place)
            case (nil, nil): break
            }
        }
    }

    /// Takes in the values of `Set-Cookie` fields.
    public mutating func store(_ fields: [String]) {
        for cookie in fields.compactMap(SetCookie.init) { self[cookie.name] = cookie.isExpiring ? nil : cookie.value }
    }

    /// The value of the `Cookie` field.
    public var field: String { stored.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }

    /// The fields of a request with them.
    package var fields: HTTPFields { [.cookie: field] }

    /// The names and values, the oldest first.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: String)> {
        stored.lazy.map { (key: $0.name, value: $0.value) }.makeIterator()
    }
}
