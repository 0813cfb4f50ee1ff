import FoundationEssentials
import HTTPServer
import HTTPTransport
import OpenIDConnect
import PostgreSQLSessionStorage
import SealedCookies
import TasksWeb
import WebSupport

extension SettingParser where Value == String {
    /// Any text without control characters.
    static var text: SettingParser {
        text("TEXT")
    }

    /// A path that need not exist yet.
    static var directory: SettingParser {
        text("DIRECTORY", values: .directory)
    }

    /// The path of a file whose content is read elsewhere.
    static var path: SettingParser {
        SettingParser("FILE", values: .file) { text in text.text }
    }

    /// Text that is ignored.
    static var ignored: SettingParser {
        var parser = SettingParser("TEXT") { text in text.text }
        parser.form.kind = .ignored
        return parser
    }

    /// A list of entries with names and values, which ``GivenSettings`` reads itself.
    static var tables: SettingParser {
        var parser = SettingParser("ENTRIES") { _ throws(InvalidValueError) in
            throw InvalidValueError("is a list of entries with names and values, which only a settings file can hold")
        }
        parser.form.kind = .tables
        return parser
    }

    static var uuid: SettingParser {
        SettingParser("UUID", or: "is no UUID") { UUID(uuidString: $0) == nil ? nil : $0 }
    }

    /// The name of a policy, which becomes a part of URLs: a path segment that needs no encoding and no dots alone.
    static var policy: SettingParser {
        SettingParser("NAME", or: "is no policy name: letters, digits, hyphens, dots and underscores") {
            text in
            let isName = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
            return isName && text.contains { $0 != "." } ? text : nil
        }
    }

    /// A scope token (RFC 6749, section 3.3).
    static var scope: SettingParser {
        SettingParser("SCOPE", or: "is no scope") { text in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                ? text : nil
        }
    }

    /// An issuer, or an authority with `{policy}` in its path.
    static var authority: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            do throws(OpenIDConnectError) {
                _ = try Authority(text.text, usesPolicies: true)
                return text.text
            } catch {
                // Whether tenants have to be listed depends on another setting.
                if error.kind == .configuration(.allowedTenants) { return text.text }
                throw InvalidValueError(error.description)
            }
        }
    }

    /// The text of another authority.
    static var namedAuthority: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            if Authority.isOfManyTenants(text.text) {
                throw InvalidValueError("is an address of many tenants; name one, with its GUID in the address")
            }
            do throws(OpenIDConnectError) {
                _ = try Authority(named: text.text)
                return text.text
            } catch {
                throw InvalidValueError(error.description)
            }
        }
    }

    /// An absolute URL as it is written.
    static var issuer: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            _ = try HTTPURL(setting: text)
            return text.text
        }
    }

    private static func text(_ placeholder: String, values: SettingForm.Values = .any) -> SettingParser {
        SettingParser(placeholder, values: values, or: "holds a control character, such as a line break; remove it") {
            text in
            text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
        }
    }
}

extension SettingParser where Value == Secret {
    static var secret: SettingParser {
        SettingParser("TEXT") { text throws(InvalidValueError) in
            Secret(try SettingParser<String>.text.parse([text]))
        }
    }
}

extension SettingParser where Value == HTTPURL {
    /// An absolute URL, which may be plain `http` only if its host is this machine.
    static var serviceURL: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            try HTTPURL(setting: text).demandingHTTPS()
        }
    }

    /// The URL that traces are posted to; plain `http` may be anywhere, because many collectors have no other.
    static var tracesEndpoint: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            let url = try HTTPURL(setting: text)
            return url.path == "/" ? url.replacing(path: Self.tracesPath, query: url.query) : url
        }
    }

    /// The base URL of a collector, as the URL that traces are posted to.
    static var collectorBase: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            let url = try HTTPURL(setting: text)
            let base = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
            return url.replacing(path: base + Self.tracesPath, query: url.query)
        }
    }

    /// The path of traces at a collector (OTLP, section "OTLP/HTTP Request").
    private static var tracesPath: String { "/v1/traces" }

    /// The URL of the route that ends a sign-in.
    static var redirectURI: SettingParser {
        SettingParser("URL") { text throws(InvalidValueError) in
            let url = try HTTPURL(setting: text)
            guard url.path == SitePath.redirect, url.query == nil else {
                throw InvalidValueError(
                    "\(text.shownURL) has another path than \(SitePath.redirect); the site can't be below a path")
            }
            return try url.demandingHTTPS()
        }
    }
}

extension HTTPURL {
    fileprivate init(setting text: SettingText) throws(InvalidValueError) {
        guard let url = HTTPURL(text.text) else {
            throw InvalidValueError("\(text.shownURL) \(HTTPURL.fault(of: text.text))")
        }
        self = url
    }

    fileprivate func demandingHTTPS() throws(InvalidValueError) -> HTTPURL {
        guard scheme == .https || isLoopback else {
            throw InvalidValueError("plain http is for this machine alone; write https for \(authority)")
        }
        return self
    }
}

extension SettingText {
    /// The text as ``shown``, unless it may contain a password before an at sign.
    fileprivate var shownURL: String { text.contains("@") ? "the value" : shown }
}

extension SettingParser where Value == Bool {
    static var boolean: SettingParser {
        var parser = SettingParser(
            "true|false", values: .words(["true", "false"]), or: "is neither true nor false"
        ) { text in
            switch text.lowercased() {
            case "true", "yes", "on", "1": true
            case "false", "no", "off", "0": false
            default: nil
            }
        }
        parser.form.kind = .flag
        return parser
    }
}

extension SettingParser where Value == Int {
    /// A whole number from 1 on.
    static func count(upTo greatest: Int = 1_000_000) -> SettingParser {
        SettingParser("NUMBER", or: "is no whole number from 1 to \(greatest)") { text in
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
            return (1...greatest).contains(number) ? number : nil
        }
    }
}

extension SettingParser where Value == Double {
    /// A share, from 0 to 1.
    static var ratio: SettingParser {
        SettingParser("NUMBER", or: "is no number from 0 to 1, such as 0.25") { text in
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
                let ratio = Double(text)
            else { return nil }
            return (0...1).contains(ratio) ? ratio : nil
        }
    }
}

extension SettingParser where Value == Duration {
    /// More than zero seconds and at most a billion, as `10` or `0.5`.
    static var seconds: SettingParser {
        SettingParser(
            "SECONDS", or: "is no number of seconds from 0.001 to 1000000000", write: write, read: read)
    }

    /// The same without parts of a second.
    static func wholeSeconds(upTo longest: Duration) -> SettingParser {
        SettingParser(
            "SECONDS", or: "is no whole number of seconds from 1 to \(write(longest))", write: write
        ) { text in text.contains(".") ? nil : read(text).flatMap { $0 <= longest ? $0 : nil } }
    }

    private static func write(_ duration: Duration) -> String { "\(duration.components.seconds)" }

    private static func read(_ text: String) -> Duration? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let seconds = Double(text), seconds >= 0.001, seconds <= 1e9
        else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}

extension SettingParser where Value: RawRepresentable<String> {
    /// One of some words.
    static func choice(_ values: [Value]) -> SettingParser {
        let words = values.map(\.rawValue)
        return SettingParser(
            words.count > 4 ? "NAME" : words.joined(separator: "|"), values: .words(words),
            or: "is none of \(words.joined(separator: ", "))", write: \.rawValue
        ) { word in words.contains(word) ? Value(rawValue: word) : nil }
    }
}

extension SettingParser where Value == ListenAddress {
    /// `host:port`.
    static var listenAddress: SettingParser {
        SettingParser(
            "HOST:PORT", or: "is no address to listen at; write host:port, as 127.0.0.1:3000",
            read: ListenAddress.init(setting:))
    }
}

extension SettingParser where Value == AddressRange {
    static var addressRange: SettingParser {
        SettingParser(
            "ADDRESS", or: "is no IP address, nor a range as 10.0.0.0/8", read: AddressRange.init)
    }
}

extension SettingParser where Value == SealingKey {
    /// 32 bytes in base64url; a padded key is understood too.
    static var sessionKey: SettingParser {
        SettingParser(
            "KEY", or: "is not 32 bytes in base64url; latchkey key prints a new key"
        ) { text in try? SealingKey(text: text.hasSuffix("=") ? String(text.dropLast()) : text) }
    }
}

extension SettingParser where Value == [SealingKey] {
    static var sessionKeys: SettingParser {
        SettingParser(listOf: .sessionKey) { keys throws(InvalidValueError) in
            do throws(SealingError) {
                _ = try SealingKeys(keys)
            } catch {
                throw InvalidValueError(error.description)
            }
        }
    }
}

extension SettingParser where Value == ExtraQueryParameters {
    static var parameters: SettingParser {
        SettingParser("NAME=VALUE&…") { text throws(InvalidValueError) in
            try ExtraQueryParameters(text.text)
        }
    }
}
