/// A browser's cookies for one host, the oldest first, which is the order that they are sent in (RFC 6265, section
/// 5.4).
struct CookieJar: Sendable, Equatable, Sequence, ExpressibleByDictionaryLiteral {
    private struct Cookie: Sendable, Equatable {
        let name: String
        var value: String
    }

    private var cookies: [Cookie] = []

    init(dictionaryLiteral elements: (String, String)...) {
        cookies = elements.map { Cookie(name: $0.0, value: $0.1) }
    }

    var keys: [String] { cookies.map(\.name) }
    var count: Int { cookies.count }
    var isEmpty: Bool { cookies.isEmpty }
    var first: (key: String, value: String)? { first { _ in true } }

    /// The value of a cookie.
    ///
    /// One that is set again retains its place, and `nil` removes it.
    subscript(name: String) -> String? {
        get { cookies.first { $0.name == name }?.value }
        set {
            let place = cookies.firstIndex { $0.name == name }
            switch (newValue, place) {
            case (let value?, let place?): cookies[place].value = value
            case (let value?, nil): cookies.append(Cookie(name: name, value: value))
            case (nil, let place?): cookies.remove(at: place)
            case (nil, nil): break
            }
        }
    }

    /// The value of the `Cookie` field.
    var field: String { cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }

    func makeIterator() -> some IteratorProtocol<(key: String, value: String)> {
        cookies.lazy.map { (key: $0.name, value: $0.value) }.makeIterator()
    }
}
