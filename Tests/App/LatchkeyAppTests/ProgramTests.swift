import FoundationEssentials
import TestSupport
import Testing

@testable import LatchkeyApp

/// The checks of the program before a file is created or a service is started.
@Suite struct ProgramTests {
    private static let authority = ["--authority", "https://login.example", "--client-id", "app"]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The errors that a start ends with.
    private func errors(_ options: [String]) async throws -> [String] {
        let configuration = try ConfigurationReader().read(
            arguments: ["--data-directory", folder.file("data"), "--threads", "1"] + options, environment: [:])
        do {
            _ = try await Program(configuration)
            return []
        } catch let error as SettingsError {
            #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
            return error.errors.map(\.description)
        }
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
        return folder.file(name)
    }

    @Test("A client key that can't sign is an error of the settings, which names the setting and the fix")
    func clientKey() async throws {
        let key = try write(SettingsReading.privateKey, to: "key.pem")
        let errors = try await errors(Self.authority + ["--client-key-file", key])
        #expect(errors.count == 1 && errors[0].hasPrefix("clientKeyFile: the client's key is neither"), "\(errors)")
        #expect(errors.first?.hasSuffix("; name another (from --client-key-file)") == true)
        let good = try await TestCertificate()
        #expect(try await self.errors(Self.authority + ["--client-key-file", good.keyFile]) == [])
    }

    @Test("A client certificate of another key is an error of the settings") func clientCertificate() async throws {
        let (one, other) = (try await TestCertificate(), try await TestCertificate())
        let key = Self.authority + ["--client-key-file", one.keyFile]
        let errors = try await errors(key + ["--client-certificate-file", other.certificateFile])
        #expect(
            errors == [
                "clientCertificateFile: the client's certificate is not that of the client's key; "
                    + "name another (from --client-certificate-file)"
            ])
        let broken = try write(SettingsReading.certificate, to: "certificate.pem")
        let unreadable = try await self.errors(key + ["--client-certificate-file", broken])
        #expect(unreadable.first?.hasPrefix("clientCertificateFile: the client's certificate can't be read") == true)
        #expect(try await self.errors(key + ["--client-certificate-file", one.certificateFile]) == [])
    }

    @Test("A certificate that can't be read, or a key of another, is an error of the settings") func tls() async throws
    {
        let (one, other) = (try await TestCertificate(), try await TestCertificate())
        let broken = try write(SettingsReading.certificate, to: "certificate.pem")
        for (certificate, key) in [(one.certificateFile, other.keyFile), (broken, one.keyFile)] {
            let errors = try await errors(["--tls-certificate-file", certificate, "--tls-key-file", key])
            #expect(errors.count == 1 && errors[0].hasPrefix("tlsCertificateFile: "), "\(errors)")
            #expect(errors.first?.contains("tlsKeyFile") == true && errors.first?.contains("belong together") == true)
        }
        #expect(
            try await errors(["--tls-certificate-file", one.certificateFile, "--tls-key-file", one.keyFile]) == [])
    }

    @Test("A CA file that can't be read is an error of the settings") func roots() async throws {
        let errors = try await errors(["--ca-file", try write(SettingsReading.certificate, to: "ca.pem")])
        #expect(errors.count == 1 && errors[0].hasPrefix("caFile: "), "\(errors)")
        #expect(errors.first?.contains("take it out") == true)
    }
}
