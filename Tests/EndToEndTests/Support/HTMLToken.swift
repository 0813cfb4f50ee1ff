/// A piece of a page: a tag, or the text between two.
enum HTMLToken: Equatable {
    case start(String, [String: String])
    case end(String)
    case text(String)

    /// Takes a page of ours apart: quoted attributes, no CDATA, no script with a `<` in it.
    static func tokens(of page: String) -> [HTMLToken] {
        var tokens: [HTMLToken] = []
        var rest = Substring(page)
        while let open = rest.firstIndex(of: "<") {
            if open > rest.startIndex { tokens.append(.text(decoded(rest[..<open]))) }
            guard let close = end(ofTag: rest[open...]) else { return tokens }
            let inside = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if inside.hasPrefix("!") { continue }
            tokens.append(inside.hasPrefix("/") ? .end(String(inside.dropFirst())) : start(inside))
        }
        if !rest.isEmpty { tokens.append(.text(decoded(rest))) }
        return tokens
    }

    private static func end(ofTag text: Substring) -> String.Index? {
        var quote: Character?
        return text.indices.first { index in
            let character = text[index]
            if quote == nil, character == ">" { return true }
            if character == "\"" || character == "'" { quote = quote == nil ? character : quote == character ? nil : quote }
            return false
        }
    }

    private static func start(_ inside: Substring) -> HTMLToken {
        var rest = inside
        let name = take(&rest) { $0.isWhitespace || $0 == "/" }
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard !rest.isEmpty else { return .start(name.lowercased(), attributes) }
            let attribute = take(&rest) { $0.isWhitespace || $0 == "=" }
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    rest.removeFirst()
                    value = take(&rest) { $0 == quote }
                    rest = rest.dropFirst()
                } else {
                    value = take(&rest) { $0.isWhitespace }
                }
            }
            attributes[attribute.lowercased()] = decoded(value[...])
        }
    }

    private static func take(_ rest: inout Substring, until stops: (Character) -> Bool) -> String {
        let taken = rest.prefix { !stops($0) }
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Text with its character references read.
    private static func decoded(_ text: Substring) -> String {
        var out = ""
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        out += parts.popFirst() ?? ""
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let character = reference(part[..<end]) else {
                out += "&\(part)"
                continue
            }
            out.unicodeScalars.append(character)
            out += part[part.index(after: end)...]
        }
        return out
    }

    private static func reference(_ name: Substring) -> Unicode.Scalar? {
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
