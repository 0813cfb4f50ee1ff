/// A piece of a page: a tag, or the text between two.
package enum HTMLToken: Equatable {
    case start(String, [String: String])
    case end(String)
    case text(String)

    // By scalars, as browsers read: a combining mark after a `<` doesn't make it another character.
    private typealias Scalars = Substring.UnicodeScalarView

    /// Tokenizes a well-formed page, without the contents of comments, scripts and styles.
    package static func tokens(of page: String) -> [HTMLToken] {
        var tokens: [HTMLToken] = []
        var rest = Substring(page).unicodeScalars
        while let open = rest.firstIndex(of: "<") {
            if open > rest.startIndex { tokens.append(.text(decoded(rest[..<open]))) }
            rest = rest[open...]
            if rest.starts(with: "<!--".unicodeScalars) {
                rest = rest.firstRange(of: "-->".unicodeScalars).map { rest[$0.upperBound...] } ?? rest.suffix(0)
                continue
            }
            guard let close = end(ofTag: rest) else { return tokens }
            let inside = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            switch inside.first {
            case "!": continue
            case "/": tokens.append(.end(String(inside.dropFirst()).lowercased()))
            default:
                let token = start(inside)
                tokens.append(token)
                skipContents(of: token, &rest)
            }
        }
        if !rest.isEmpty { tokens.append(.text(decoded(rest))) }
        return tokens
    }

    /// Goes on to the end tag of a script or a style.
    private static func skipContents(of token: HTMLToken, _ rest: inout Scalars) {
        guard case .start(let name, _) = token, ["script", "style"].contains(name) else { return }
        rest = rest.firstRange(of: "</\(name)".unicodeScalars).map { rest[$0.lowerBound...] } ?? rest.suffix(0)
    }

    private static func end(ofTag text: Scalars) -> String.Index? {
        var quote: Unicode.Scalar?
        for index in text.indices {
            switch (text[index], quote) {
            case (">", nil): return index
            case ("\"", nil), ("'", nil): quote = text[index]
            case (let scalar, let open?) where scalar == open: quote = nil
            default: break
            }
        }
        return nil
    }

    private static func start(_ inside: Scalars) -> HTMLToken {
        var rest = inside
        let name = String(take(&rest) { isSpace($0) || $0 == "/" })
        var attributes: [String: String] = [:]
        while true {
            _ = take(&rest) { !isSpace($0) && $0 != "/" }
            guard !rest.isEmpty else { return .start(name.lowercased(), attributes) }
            let attribute = String(take(&rest) { isSpace($0) || $0 == "=" })
            attributes[attribute.lowercased()] = value(&rest)
        }
    }

    private static func value(_ rest: inout Scalars) -> String {
        guard rest.first == "=" else { return "" }
        rest.removeFirst()
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return decoded(take(&rest, until: isSpace)) }
        rest.removeFirst()
        let value = take(&rest) { $0 == quote }
        rest = rest.dropFirst()
        return decoded(value)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" }

    private static func take(_ rest: inout Scalars, until stops: (Unicode.Scalar) -> Bool) -> Scalars {
        let taken = rest.prefix { !stops($0) }
        rest = rest[taken.endIndex...]
        return taken
    }

    /// Text with its character references read.
    private static func decoded(_ text: Scalars) -> String {
        var out = String.UnicodeScalarView()
        var rest = text
        while let ampersand = rest.firstIndex(of: "&") {
            out.append(contentsOf: rest[..<ampersand])
            rest = rest[rest.index(after: ampersand)...]
            if let end = rest.firstIndex(of: ";"), let scalar = reference(String(rest[..<end])) {
                out.append(scalar)
                rest = rest[rest.index(after: end)...]
            } else {
                out.append("&")
            }
        }
        out.append(contentsOf: rest)
        return String(out)
    }

    private static func reference(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default:
            name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) : nil
        }
    }
}
