import FoundationEssentials
import HTTPTransport
import PostgreSQLStorage
import WebServing

/// Holds the entries of a value against the kind of their setting.
struct SettingCheck {
    let kind: SettingKind

    /// What is wrong with one entry of a value and how to mend it; `nil` where nothing is.
    ///
    /// - Parameter shown: The entry in quotation marks, or other words for it where it is a secret.
    func problem(with entry: String, shown: String) -> String? {
        let value = SettingText(text: entry)
        // What stands before an at sign may be a password.
        let shownURL = entry.contains("@") ? "the value" : shown
        return switch kind {
        case .ignored, .secretFile, .pemFile: nil
        case .text, .directory: Self.hasControlCharacter(entry) ? "\(shown) holds a control character" : nil
        case .url: value.url == nil ? "\(shownURL) \(Self.noURL)" : nil
        case .serviceURL: Self.problem(with: value.url, shownURL)
        case .authority: Self.problem(withAuthority: entry, value.authorityURL, shownURL)
        case .redirectURI: Self.problem(withReplyURL: value.url, shownURL)
        case .boolean: value.boolean == nil ? "\(shown) is neither true nor false" : nil
        case .seconds(fractions: true):
            value.duration == nil ? "\(shown) is no number of seconds greater than zero" : nil
        case .seconds(fractions: false):
            value.duration == nil || entry.contains(".")
                ? "\(shown) is no whole number of seconds greater than zero" : nil
        case .count: value.count == nil ? "\(shown) is no whole number from 1 to 1000000" : nil
        case .listenAddress:
            value.listenAddress == nil ? "\(shown) is no address to listen at; write host:port, as 127.0.0.1:3000" : nil
        case .choice(let choices):
            choices.contains(entry) ? nil : "\(shown) is none of \(choices.joined(separator: ", "))"
        case .uuid: UUID(uuidString: entry) == nil ? "\(shown) is no UUID" : nil
        case .policy:
            value.isPolicyName ? nil : "\(shown) is no policy name: letters, digits, hyphens, dots and underscores"
        case .parameters: ExtraQueryParameters.problem(in: entry)
        case .database: Self.problem(withDatabase: value)
        case .list(.scope): value.isScope ? nil : "\(shown) is no scope"
        case .list(.sessionKey):
            value.sessionKey == nil ? "\(shown) is not 32 bytes in base64url; latchkey key prints a new key" : nil
        case .list(.addressRange):
            AddressRange(entry) == nil ? "\(shown) is no IP address, nor a range as 10.0.0.0/8" : nil
        }
    }

    private static let noURL = "is no absolute http or https URL; it may have neither user name nor fragment"

    private static func problem(withAuthority entry: String, _ url: HTTPURL?, _ shown: String) -> String? {
        if url == nil, entry.contains(SettingText.policyMark) {
            return "\(shown) is no absolute http or https URL with {policy} in its path"
        }
        return problem(with: url, shown)
    }

    private static func problem(with url: HTTPURL?, _ shown: String) -> String? {
        guard let url else { return "\(shown) \(noURL)" }
        guard url.scheme == .https || url.isLoopback else {
            return "plain http is for this machine alone; write https for \(url.authority)"
        }
        return nil
    }

    private static func problem(withReplyURL url: HTTPURL?, _ shown: String) -> String? {
        guard let url else { return "\(shown) \(noURL)" }
        guard url.path == Configuration.replyPath, url.query == nil else {
            return "\(shown) does not end in \(Configuration.replyPath), where answers are taken"
        }
        return problem(with: url, shown)
    }

    /// The value isn't shown: it may hold a password.
    private static func problem(withDatabase value: SettingText) -> String? {
        do throws(PostgreSQLStorageError) {
            _ = try PostgreSQLURL(value.text)
        } catch {
            return error.description
        }
        return value.database == nil
            ? "the value is no database; write sqlite:PATH or postgresql://USER:PASSWORD@HOST/NAME" : nil
    }

    private static func hasControlCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
