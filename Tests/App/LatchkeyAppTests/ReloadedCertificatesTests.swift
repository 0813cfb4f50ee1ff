import CurlTransport
import Foundation
import HTTPTransport
import HummingbirdOpenIDConnect
import Logging
import MisbehavingProvider
import NIOSSL
import OpenIDConnect
import SealedCookies
import TasksWeb
import TestSupport
import Testing

@testable import HTTPServer
@testable import LatchkeyApp

/// Certificates that are reloaded without a signal when their files change.
@Suite struct ReloadedCertificatesTests {
    private static let reloaded = "the certificate and its key were reloaded"
    private static let refused = "the certificate and its key stay as they were: "

    private let folder: TemporaryFolder
    private let (old, new): (TestCertificate, TestCertificate)

    init() async throws {
        folder = try TemporaryFolder()
        (old, new) = (try await TestCertificate(), try await TestCertificate())
    }

    private func copy(_ file: String, to name: String) throws {
        try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: folder.file(name)))
    }

    private func copy(_ certificate: TestCertificate, to name: String = "tls") throws {
        try copy(certificate.certificateFile, to: "\(name).pem")
        try copy(certificate.keyFile, to: "\(name).key")
    }

    private var options: [String] {
        ["--tls-certificate-file", folder.file("tls.pem"), "--tls-key-file", folder.file("tls.key")]
    }

    private func read(_ options: [String]) throws -> Configuration {
        try ConfigurationReader().read(
            arguments: ["--data-directory", folder.file("data")] + options, environment: [:])
    }

    /// A reloader of a program that runs with these settings.
    ///
    /// - Parameter configuration: The settings as the program has read them at its start; `nil`: as they are now.
    private func reloader(
        _ options: [String], configuration: Configuration? = nil, identity: TLSIdentity? = nil,
        authorities: [SignInAuthority] = [], transport: CurlClient? = nil
    ) throws -> Reloader {
        let directory = try DataDirectory(path: folder.file("data"))
        let storage = try Storage(
            .sqlite(path: folder.file("x.sqlite")), users: .test(), maximumTasks: 10, logger: Logger(label: "test"))
        return Reloader(
            parts: Reloader.parts(
                keys: SealingKeyRing(try directory.sessionKeys()), keysAreNamed: false, directory: directory,
                authorities: authorities, identity: identity, storage: storage, transport: try transport ?? CurlClient()
            ),
            configuration: try configuration ?? read(options)
        ) { try read(options) }
    }

    private func identity() throws -> TLSIdentity {
        try TLSIdentity(certificateFile: folder.file("tls.pem"), keyFile: folder.file("tls.key"))
    }

    /// Whether an identity has the key of a certificate.
    private func has(_ certificate: TestCertificate, _ identity: TLSIdentity) throws -> Bool {
        let key = try Data(contentsOf: URL(filePath: certificate.certificateFile))
        return try identity.configuration.certificateChain == Self.chain(key)
    }

    private static func chain(_ pem: Data) throws -> [NIOSSLCertificateSource] {
        try NIOSSLCertificate.fromPEMBytes(Array(pem)).map { .certificate($0) }
    }

    @Test("A changed certificate is in use after the next poll, with one log line, and later polls do nothing")
    func changed()
        async throws
    {
        try copy(old)
        let identity = try identity()
        let reloader = try reloader(options, identity: identity)
        #expect(await reloader.reloadChanged().isEmpty)
        try copy(new)
        #expect(await reloader.reloadChanged().map(\.text) == [Self.reloaded])
        #expect(try has(new, identity))
        #expect(await reloader.reloadChanged().isEmpty)
    }

    @Test("A certificate whose key is missing leaves the old one in use, with one log line, until the key is there")
    func mismatch() async throws {
        try copy(old)
        let identity = try identity()
        let reloader = try reloader(options, identity: identity)
        try copy(new.certificateFile, to: "tls.pem")
        let lines = await reloader.reloadChanged().map(\.text)
        #expect(lines.count == 1 && lines[0].hasPrefix(Self.refused), "\(lines)")
        #expect(await reloader.reloadChanged().isEmpty)
        #expect(try has(old, identity))
        try copy(new.keyFile, to: "tls.key")
        #expect(await reloader.reloadChanged().map(\.text) == [Self.reloaded])
        #expect(try has(new, identity))
        // The same fault later is logged again.
        try copy(old.certificateFile, to: "tls.pem")
        #expect(await reloader.reloadChanged().map(\.text) == lines)
    }

    @Test(
        "A half-written, empty or missing file leaves the old certificate in use",
        arguments: ["half", "empty", "missing"])
    func unusable(_ state: String) async throws {
        try copy(old)
        let identity = try identity()
        let reloader = try reloader(options, identity: identity)
        let whole = try Data(contentsOf: URL(filePath: new.certificateFile))
        try copy(new.keyFile, to: "tls.key")
        let file = URL(filePath: folder.file("tls.pem"))
        if state == "missing" {
            try FileManager.default.removeItem(at: file)
        } else {
            try whole.prefix(state == "half" ? whole.count / 2 : 0).write(to: file)
        }
        let lines = await reloader.reloadChanged().map(\.text)
        #expect(lines.count == 1 && lines[0].hasPrefix(Self.refused), "\(lines)")
        #expect(await reloader.reloadChanged().isEmpty)
        #expect(try has(old, identity))
        try whole.write(to: file)
        #expect(await reloader.reloadChanged().map(\.text) == [Self.reloaded])
        #expect(try has(new, identity))
    }

    @Test("A swapped symbolic link to the certificate or its folder counts as a change") func links() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("one"), withIntermediateDirectories: false)
        try FileManager.default.createDirectory(atPath: folder.file("two"), withIntermediateDirectories: false)
        try copy(old, to: "one/tls")
        try copy(new, to: "two/tls")
        func link(_ name: String, to target: String) throws {
            let draft = folder.file("\(name).draft")
            try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: target)
            #expect(rename(draft, folder.file(name)) == 0)
        }
        // As Kubernetes mounts secrets, and as certbot links its live files.
        try link("..data", to: "one")
        for file in ["tls.pem", "tls.key"] { try link(file, to: "..data/\(file)") }
        let identity = try identity()
        let reloader = try reloader(options, identity: identity)
        try link("..data", to: "two")
        #expect(await reloader.reloadChanged().map(\.text) == [Self.reloaded])
        #expect(try has(new, identity))
        for file in ["tls.pem", "tls.key"] { try link(file, to: "one/\(file)") }
        #expect(await reloader.reloadChanged().map(\.text) == [Self.reloaded])
        #expect(try has(old, identity))
        #expect(await reloader.reloadChanged().isEmpty)
    }

    @Test("A certificate that SIGHUP has loaded or refused is neither loaded nor reported once more") func hangUp()
        async throws
    {
        try copy(old)
        let identity = try identity()
        let reloader = try reloader(options, identity: identity)
        try copy(new)
        #expect(await reloader.reloadAll().map(\.text).contains(Self.reloaded))
        #expect(await reloader.reloadChanged().isEmpty)
        try copy(old.certificateFile, to: "tls.pem")
        #expect(await reloader.reloadAll().contains { $0.text.hasPrefix(Self.refused) })
        #expect(await reloader.reloadChanged().isEmpty)
    }

    @Test("A certificate's change between the reading of the settings and the start is found by the first poll")
    func changedAtStart() async throws {
        func write(_ key: ClientKey) throws {
            try Data(key.privateKey.utf8).write(to: URL(filePath: folder.file("client.key")))
            try Data(try key.certificate(validFor: 86_400).utf8).write(to: URL(filePath: folder.file("client.pem")))
        }
        let options = [
            "--authority", "https://a.example", "--client-id", "c", "--client-key-file", folder.file("client.key"),
            "--client-certificate-file", folder.file("client.pem"),
        ]
        try write(ClientKey.p256())
        let (configuration, transport) = (try read(options), try CurlClient())
        try write(ClientKey.p256())
        let authority = SignInAuthority(
            configuration.main, try configuration.makeRelyingParty(configuration.main, over: transport))
        let reloader = try reloader(
            options, configuration: configuration, authorities: [authority], transport: transport)
        #expect(await reloader.reloadChanged().map(\.text) == ["the client's credentials were reloaded"])
        #expect(await reloader.reloadChanged().isEmpty)
    }

    @Test("The roots for outgoing calls and the certificate of the client's key follow too; secrets wait for SIGHUP")
    func others() async throws {
        let key = ClientKey.p256()
        try copy(old.certificateFile, to: "roots.pem")
        try Data(key.privateKey.utf8).write(to: URL(filePath: folder.file("client.key")))
        try Data(try key.certificate(validFor: 86_400).utf8).write(to: URL(filePath: folder.file("client.pem")))
        let options = [
            "--ca-file", folder.file("roots.pem"), "--authority", "https://a.example", "--client-id", "c",
            "--client-key-file", folder.file("client.key"), "--client-certificate-file", folder.file("client.pem"),
            "--session-keys-file", folder.file("keys"),
        ]
        try Data(SettingsReading.key.utf8).write(to: URL(filePath: folder.file("keys")))
        let transport = try CurlClient()
        let configuration = try read(options)
        let authority = SignInAuthority(
            configuration.main, try configuration.makeRelyingParty(configuration.main, over: transport))
        let reloader = try reloader(options, authorities: [authority], transport: transport)

        try Data(SettingsReading.otherKey.utf8).write(to: URL(filePath: folder.file("keys")))
        #expect(await reloader.reloadChanged().isEmpty)
        try copy(new.certificateFile, to: "roots.pem")
        #expect(await reloader.reloadChanged().map(\.text) == ["the roots for outgoing calls were reloaded"])
        let other = ClientKey.p256()
        try Data(try other.certificate(validFor: 86_400).utf8).write(to: URL(filePath: folder.file("client.pem")))
        let lines = await reloader.reloadChanged().map(\.text)
        #expect(lines.count == 1 && lines[0].contains("client's credentials stay as they were: "), "\(lines)")
        try Data(other.privateKey.utf8).write(to: URL(filePath: folder.file("client.key")))
        #expect(await reloader.reloadChanged().map(\.text) == ["the client's credentials were reloaded"])
        #expect(await reloader.reloadChanged().isEmpty)
    }
}
