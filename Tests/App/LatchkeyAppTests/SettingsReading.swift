import CurlTransport

@testable import LatchkeyApp

/// Reads settings from values alone: no variable and no file of this machine is looked at.
enum SettingsReading {
    static func read(_ arguments: [String] = [], _ environment: [String: String] = [:], files: [String: [UInt8]] = [:])
        throws(SettingsError)
        -> Configuration
    {
        let reader = FileReader { path throws(UnreadableFileError) in
            guard let bytes = files[path] else { throw UnreadableFileError(reason: "does not exist") }
            return bytes
        }
        return try ConfigurationReader(files: reader).read(arguments: arguments, environment: environment)
    }

    static func read(_ arguments: [String] = [], _ environment: [String: String] = [:], texts: [String: String])
        throws(SettingsError)
        -> Configuration
    {
        try read(arguments, environment, files: texts.mapValues { Array($0.utf8) })
    }

    /// The lines that the operator would read at the start of the program.
    static func faults(_ arguments: [String] = [], _ environment: [String: String] = [:], texts: [String: String] = [:])
        -> [String]
    {
        do {
            _ = try read(arguments, environment, texts: texts)
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    /// 32 bytes in base64url.
    static let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    static let otherKey = "--8CAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    static let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    static let privateKey = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"
}

extension Configuration {
    /// The findings of `check` about the main authority.
    func findingsAboutAuthority() async throws -> [Finding] {
        let transport = try CurlClient(caFile: nil)
        let findings = await AuthorityCheck(
            settings: main, relyingParty: try makeRelyingParty(main, over: transport)
        ).findings()
        await transport.shutDown()
        return findings
    }
}
