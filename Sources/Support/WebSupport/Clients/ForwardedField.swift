import Encodings
import HTTPTransport

/// Parses the header fields in which proxies name the client.
enum ForwardedField {
    /// The `for` of each element of `Forwarded` (RFC 7239, section 4), the client's first; `nil` if the field is
    /// malformed.
    ///
    /// Several fields of the name are one, in their order.
    static func hops(forwarded fields: [String]) -> [ForwardedHop]? { hops(fields, hop) }

    /// The entries of `X-Forwarded-For`, the client's first; `nil` if one of them is no address.
    static func hops(xForwardedFor fields: [String]) -> [ForwardedHop]? {
        hops(fields) { ForwardedHop(String($0), isBareAllowed: true) }
    }

    /// The hop of each entry of a list; `nil` if one is malformed, or there is none.
    ///
    /// Empty entries are passed over (RFC 9110, section 5.6.1.2).
    private static func hops(_ fields: [String], _ hop: (Substring) -> ForwardedHop?) -> [ForwardedHop]? {
        guard let entries = parts(fields.joined(separator: ",")[...], at: ",") else { return nil }
        var hops: [ForwardedHop] = []
        for entry in entries where !entry.isEmpty {
            guard let hop = hop(entry) else { return nil }
            hops.append(hop)
        }
        return hops.isEmpty ? nil : hops
    }

    private static func hop(_ element: Substring) -> ForwardedHop? {
        var names: Set<String> = []
        var hop: ForwardedHop?
        for pair in parts(element, at: ";") ?? [] where !pair.isEmpty {
            guard let equals = pair.firstIndex(of: "="), let value = value(pair[pair.index(after: equals)...]) else {
                return nil
            }
            let name = pair[..<equals].lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(isToken), names.insert(name).inserted else { return nil }
            guard name == "for" else { continue }
            hop = ForwardedHop(value, isBareAllowed: false)
            if hop == nil { return nil }
        }
        // An element without `for` hides the client.
        return hop ?? ForwardedHop("unknown", isBareAllowed: false)
    }

    /// A token, or the value of a quoted string.
    private static func value(_ text: Substring) -> String? {
        guard text.first == "\"" else { return !text.isEmpty && text.utf8.allSatisfy(isToken) ? String(text) : nil }
        guard text.utf8.count >= 2, text.last == "\"" else { return nil }
        var value = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.dropFirst().dropLast().unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else if scalar == "\"", !isEscaped {
                return nil
            } else {
                value.append(scalar)
                isEscaped = false
            }
        }
        return isEscaped ? nil : String(value)
    }

    /// The parts between separators outside of quotation marks; `nil` if a quotation isn't closed.
    private static func parts(_ text: Substring, at separator: Unicode.Scalar) -> [Substring]? {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false, isEscaped = false
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, scalar == separator {
                parts.append(text[start..<index].withoutOuterSpaces)
                start = text.unicodeScalars.index(after: index)
            }
        }
        return isQuoted ? nil : parts + [text[start...].withoutOuterSpaces]
    }

    /// The characters of a token (RFC 9110, section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
