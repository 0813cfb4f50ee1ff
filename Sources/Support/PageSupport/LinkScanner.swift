import Encodings

/// Finds the web addresses in a text.
///
/// An address starts with `http://` or `https://`, not directly after a letter or digit. It has a host and no user. It
/// ends before white space, a control character, `<` or `"`; punctuation at its end isn't part of it, nor is a closing
/// bracket that has no opening one in it.
///
/// A run of characters without such an end has one address at most, so the time is linear in the text's length.
package enum LinkScanner {
    /// The places of the addresses, in their order.
    package static func links(in text: Span<UInt8>) -> [Range<Int>] {
        var links: [Range<Int>] = []
        var position = 0
        var run = Run(end: 0, tail: 0)
        while let colon = text.firstIndex(of: UInt8(ascii: ":"), in: position..<text.count) {
            position = colon + 1
            guard let start = start(before: colon, in: text) else { continue }
            if run.end <= colon { run = Self.run(through: colon, in: text) }
            let authority = colon + 3
            let authorityEnd = (authority..<run.end).first { Self.endsAuthority(text[$0]) } ?? run.end
            // Only the end of the run loses punctuation, and only the last address of a run can be so short.
            let isWhole = authorityEnd < run.tail
            if isWhole, !isAuthority(text.extracting(authority..<authorityEnd)) { continue }
            let end = end(from: start, to: run.end, in: text)
            if !isWhole, !isAuthority(text.extracting(authority..<min(authorityEnd, end))) { continue }
            links.append(start..<end)
            position = run.end
        }
        return links
    }

    // MARK: Start

    /// The start of the scheme before a colon; `nil` if no address starts there.
    private static func start(before colon: Int, in text: Span<UInt8>) -> Int? {
        guard colon + 2 < text.count, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        for scheme in ["http", "https"] as [StaticString] {
            let start = colon - scheme.utf8CodeUnitCount
            guard start >= 0 else { return nil }
            let isScheme = scheme.withUTF8Buffer { letters in
                letters.indices.allSatisfy { text[start + $0] | 0x20 == letters[$0] }
            }
            if isScheme { return isAfterLetterOrDigit(start, in: text) ? nil : start }
        }
        return nil
    }

    private static func isAfterLetterOrDigit(_ index: Int, in text: Span<UInt8>) -> Bool {
        guard index > 0 else { return false }
        let last = text[index - 1]
        guard last >= 0x80 else { return isLetterOrDigit(last) }
        var first = index - 1
        while first > 0, index - first < 4, text[first] & 0xC0 == 0x80 { first -= 1 }
        var bytes = (first..<index).map { text[$0] }.makeIterator()
        var decoder = Unicode.UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    // MARK: End

    /// The characters up to the next one that ends an address.
    private struct Run {
        let end: Int
        /// Behind the last character that can't be cut off.
        let tail: Int
    }

    private static func run(through index: Int, in text: Span<UInt8>) -> Run {
        var end = index
        while end < text.count, !isEnd(end, of: text) { end += 1 }
        var tail = end
        while tail > index, isPunctuation(text[tail - 1]) || isClosingBracket(text[tail - 1]) { tail -= 1 }
        return Run(end: end, tail: tail)
    }

    /// Whether white space, a control character, `<` or `"` starts at an index.
    private static func isEnd(_ index: Int, of text: Span<UInt8>) -> Bool {
        func next(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }
        return switch text[index] {
        case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: "\""): true
        case 0xC2: (0x80...0xA0).contains(next(1))
        case 0xE1: next(1) == 0x9A && next(2) == 0x80
        case 0xE2 where next(1) == 0x80: (0x80...0x8A).contains(next(2)) || [0xA8, 0xA9, 0xAF].contains(next(2))
        case 0xE2: next(1) == 0x81 && next(2) == 0x9F
        case 0xE3: next(1) == 0x80 && next(2) == 0x80
        default: false
        }
    }

    /// The end of the address without the punctuation and the brackets that aren't part of it.
    ///
    /// Whether a closing bracket has an opening one depends on the characters before it alone.
    private static func end(from start: Int, to runEnd: Int, in text: Span<UInt8>) -> Int {
        var end = start
        var (round, square, curly) = (0, 0, 0)
        for index in start..<runEnd {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "("): round += 1
            case UInt8(ascii: "["): square += 1
            case UInt8(ascii: "{"): curly += 1
            case UInt8(ascii: ")") where round > 0: round -= 1
            case UInt8(ascii: "]") where square > 0: square -= 1
            case UInt8(ascii: "}") where curly > 0: curly -= 1
            case _ where isPunctuation(byte) || isClosingBracket(byte): continue
            default: break
            }
            end = index + 1
        }
        return end
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
            UInt8(ascii: "?"), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func isClosingBracket(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"): true
        default: false
        }
    }

    // MARK: Authority

    /// Maximum length of a host in bytes; no name on the network is longer (RFC 1035, section 2.3.4).
    private static let longestHost = 255

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Whether an authority is a host, and maybe a port, and has no user (RFC 3986, section 3.2).
    private static func isAuthority(_ authority: Span<UInt8>) -> Bool {
        var hostEnd = 0
        if authority.count > 0, authority[0] == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]"), in: authority.indices), bracket > 2,
                (1..<bracket).allSatisfy({ isInIPv6Address(authority[$0]) })
            else { return false }
            hostEnd = bracket + 1
        } else {
            var hasName = false
            while hostEnd < authority.count, authority[hostEnd] != UInt8(ascii: ":") {
                let byte = authority[hostEnd]
                guard isInHost(byte) else { return false }
                hasName = hasName || byte >= 0x80 || isLetterOrDigit(byte)
                hostEnd += 1
            }
            guard hasName else { return false }
        }
        guard hostEnd <= longestHost else { return false }
        guard hostEnd < authority.count else { return true }
        guard authority[hostEnd] == UInt8(ascii: ":") else { return false }
        return isPort(authority.extracting(hostEnd + 1..<authority.count))
    }

    private static func isInIPv6Address(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether a byte may be in a name (RFC 3986, section 3.2.2); those that aren't ASCII are for the browser to judge.
    ///
    /// A name with a percent sign has no link, because browsers may refuse what it stands for.
    private static func isInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
            UInt8(ascii: "}"):
            false
        default: true
        }
    }

    private static func isPort(_ digits: Span<UInt8>) -> Bool {
        var port = 0
        for index in digits.indices {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[index]) else { return false }
            port = port * 10 + Int(digits[index] - UInt8(ascii: "0"))
            if port > 65_535 { return false }
        }
        return true
    }
}
