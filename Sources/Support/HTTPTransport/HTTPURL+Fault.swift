import PortableFoundation

extension HTTPURL {
    /// Why a text is no URL, in words that follow it.
    ///
    /// The words repeat nothing of the text but the host, in ASCII.
    package static func fault(of text: String) -> String {
        let general = "is no absolute http or https URL; it may have neither user name nor fragment"
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), let start = text.firstRange(of: "://")?.upperBound else {
            return general
        }
        let authority = text[start...].prefix { !"/?#\\".contains($0) }
        guard !authority.contains("@") else { return general }
        guard !authority.utf8.allSatisfy({ $0 < 0x80 }) else {
            return "has characters other than ASCII after its host; write them percent-encoded"
        }
        let advice = "has a host with characters other than ASCII; write it in its ASCII form"
        return ascii(host: authority.prefix { $0 != ":" }).map { "\(advice), \($0)" } ?? "\(advice) (xn--…)"
    }

    /// The ASCII form of a domain name (RFC 5891), if Foundation's internationalization is linked, which knows it.
    private static func ascii(host: Substring) -> String? {
        guard let encoded = URLComponents(string: "https://\(host)/")?.encodedHost,
            encoded.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") })
        else { return nil }
        return encoded
    }
}
