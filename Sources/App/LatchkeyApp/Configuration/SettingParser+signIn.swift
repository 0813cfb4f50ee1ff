import HummingbirdOpenIDConnect
import OpenIDConnect

extension SettingParser where Value == String {
    /// The GUID of a tenant.
    static var tenant: SettingParser {
        SettingParser("GUID", or: "is no tenant's GUID") { GUID.isGUID($0) ? $0 : nil }
    }
}

extension SettingParser where Value == [String] {
    /// Up to 16 capabilities of a client, each of at most 64 bytes.
    static var capabilities: SettingParser {
        let capability = SettingParser<String>(
            "NAME", or: "is no capability: 1 to 64 visible ASCII characters, no quotation mark or backslash"
        ) { text in
            let isWord = text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            return isWord && text.utf8.count <= 64 ? text : nil
        }
        return SettingParser(listOf: capability) { list throws(InvalidValueError) in
            guard list.count <= 16 else { throw InvalidValueError("has more than 16 entries") }
        }
    }
}

extension SettingParser where Value == SignInHint {
    static var signInHint: SettingParser {
        SettingParser(
            "LABEL=HINT", or: "is no LABEL=HINT, as Google=Google; a label with spaces goes into a file's list"
        ) { text in
            guard let (label, hint) = text.parts, !label.isEmpty, !hint.isEmpty else { return nil }
            return SignInHint(label: label, domainHint: hint)
        }
    }
}

extension SettingParser where Value == [SignInHint] {
    static var signInHints: SettingParser {
        SettingParser(listOf: .signInHint) { hints throws(InvalidValueError) in
            for (index, hint) in hints.enumerated() where hints[..<index].contains(where: { $0.label == hint.label }) {
                throw InvalidValueError("has the label \(PrintableText.quoted(hint.label)) twice")
            }
        }
    }
}

extension SettingParser where Value == RequiredClaims.Entry {
    static var requiredClaim: SettingParser {
        SettingParser(
            "NAME=VALUE", or: "is no NAME=VALUE, as groups=staff; a value with spaces goes into a file's list"
        ) { text in
            guard let (name, value) = text.parts, !name.isEmpty else { return nil }
            return RequiredClaims.Entry(name: name, value: value)
        }
    }
}

extension String {
    /// The texts before and after the first equals sign.
    fileprivate var parts: (String, String)? {
        guard let sign = firstIndex(of: "=") else { return nil }
        return (String(self[..<sign]), String(self[index(after: sign)...]))
    }
}
