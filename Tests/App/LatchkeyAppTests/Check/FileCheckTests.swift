import DevelopmentIdentityProvider
import FoundationEssentials
import NIOSSL
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct FileCheckTests {
    private func findings(
        _ folder: TemporaryFolder, _ options: [String] = [], now: Date = .now
    ) throws -> [Finding] {
        let arguments = ["--data-directory", folder.file("data")] + options
        let configuration = try ConfigurationReader().read(arguments: arguments, environment: [:])
        return FileCheck(configuration: configuration, now: now).findings()
    }

    private func faults(_ folder: TemporaryFolder, _ options: [String] = []) throws -> [String] {
        try findings(folder, options).filter { !$0.isGood }.map(\.text)
    }

    @Test("A data directory that doesn't exist yet is no fault, and isn't created") func fresh() throws {
        let folder = try TemporaryFolder()
        let findings = try findings(folder)
        #expect(findings.map(\.isGood) == [true] && findings[0].text.contains("serve makes it"), "\(findings)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A data directory that serve left is good, and stays as it is") func used() throws {
        let folder = try TemporaryFolder()
        _ = try DataDirectory(path: folder.file("data")).sessionKeys()
        let findings = try findings(folder)
        #expect(findings.map(\.isGood) == [true] && !findings[0].text.contains("serve makes it"), "\(findings)")
    }

    @Test("A file in the place of the data directory is a fault of dataDirectory") func inTheWay() throws {
        let folder = try TemporaryFolder()
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("data")))
        #expect(try faults(folder).map { $0.prefix { $0 != ":" } } == ["dataDirectory"])
    }

    @Test("A folder that can't be created is a fault of dataDirectory, and a nested one that can is none")
    func unmakable()
        throws
    {
        let folder = try TemporaryFolder()
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("file")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("nothing"))
        func findings(_ name: String) throws -> [Finding] {
            let arguments = ["--data-directory", folder.file(name)]
            return FileCheck(configuration: try ConfigurationReader().read(arguments: arguments, environment: [:]))
                .findings()
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("file"))
        for name in ["file/data", "file/deep/down", "link", "link/", "link/deep"] {
            let found = try findings(name)
            #expect(found.map(\.isGood) == [false] && found[0].text.contains("can't be made"), "\(found)")
        }
        for name in ["deep/down", "deep/", "./deep"] {
            #expect(try findings(name).map(\.isGood) == [true], "\(name)")
        }
    }

    @Test("A folder whose mode allows writing, but not its file system, is a fault of dataDirectory")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "x", count: 256)
        for (path, words) in [
            ("/proc/latchkey", "/proc/latchkey can't be made, because of /proc ("),
            ("/proc/self/fd", "no file can be written in /proc/self/fd ("),
            (folder.file("deep/\(name)"), "can't be made, because of \(name) ("),
        ] {
            let found = try faults(folder, ["--data-directory", path])
            #expect(found.count == 1 && found[0].contains(words), "\(found)")
        }
    }

    @Test("Unreadable session keys are a fault") func sessionKeys() throws {
        let folder = try TemporaryFolder()
        _ = try DataDirectory(path: folder.file("data"))
        try Data("no key".utf8).write(to: URL(fileURLWithPath: DataDirectory.keyFile(in: folder.file("data"))))
        #expect(try faults(folder).map { $0.prefix { $0 != ":" } } == ["sessionKeys"])
    }

    @Test(
        "A file of the development identity provider that can't be used is a fault, but not if another is used",
        arguments: [ProviderConfiguration.keyFile, ProviderConfiguration.databaseFile])
    func identityProvider(name: String) throws {
        let folder = try TemporaryFolder()
        _ = try DataDirectory(path: folder.file("data"))
        let file = URL(fileURLWithPath: "\(folder.file("data"))/\(name)")
        let contents = Data("something else than a key or a database".utf8)
        try contents.write(to: file)
        let faults = try faults(folder)
        #expect(faults.count == 1 && faults[0].hasPrefix("dataDirectory: the "), "\(faults)")
        #expect(faults.first?.contains(file.path) == true, "\(faults)")
        #expect(try Data(contentsOf: file) == contents)
        #expect(try self.faults(folder, ["--authority", "https://login.example", "--client-id", "c"]) == [])
    }

    @Test("A certificate and a key that belong together are good, those of two are a fault") func certificates()
        async throws
    {
        let folder = try TemporaryFolder()
        let (one, other) = (try await TestCertificate(), try await TestCertificate())
        #expect(
            try faults(folder, ["--tls-certificate-file", one.certificateFile, "--tls-key-file", one.keyFile]) == [])
        let mixed = try faults(
            folder, ["--tls-certificate-file", one.certificateFile, "--tls-key-file", other.keyFile])
        #expect(mixed.count == 1 && mixed[0].hasPrefix("tlsCertificateFile: ") && mixed[0].contains("belong together"))
    }

    @Test(
        "The expiry of the HTTPS certificate is reported: a warning in its last 14 days, and a fault after it",
        arguments: [
            (15.5, Finding.Verdict.good, "expires on "), (13.5, .warning, "in less than 14 days; "),
            (-1, .fault, "expired on "), (100_000, .fault, "is not valid yet"),
        ])
    func expiry(_ days: Double, _ verdict: Finding.Verdict, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let files = try await TestCertificate(days: 20)
        let certificate = try #require(try NIOSSLCertificate.fromPEMFile(files.certificateFile).first)
        let now = Date(timeIntervalSince1970: Double(certificate.notValidAfter) - days * 86_400)
        let arguments = ["--tls-certificate-file", files.certificateFile, "--tls-key-file", files.keyFile]
        let findings = try findings(folder, arguments, now: now)
        let found = try #require(findings.first { $0.subject == "tlsCertificateFile" })
        #expect(found.verdict == verdict && found.text.contains(words), "\(found)")
    }

    @Test("A CA file that can't be read is a fault of caFile") func roots() async throws {
        let folder = try TemporaryFolder()
        let certificate = try await TestCertificate()
        #expect(try faults(folder, ["--ca-file", certificate.caFile]) == [])
        try Data(SettingsReading.certificate.utf8).write(to: URL(fileURLWithPath: folder.file("ca.pem")))
        let found = try faults(folder, ["--ca-file", folder.file("ca.pem")])
        #expect(found.count == 1 && found[0].hasPrefix("caFile: "))
    }
}
