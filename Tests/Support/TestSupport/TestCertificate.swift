import Foundation
import NIOCore
import NIOSSL

/// A certificate for a ``LoopbackServer``, made by `openssl` at test time; it is its own root, and its files go when it
/// is let go.
public final class TestCertificate: Sendable {
    private let directory: URL
    /// The protocols that a server offers (ALPN, RFC 7301).
    private let protocols: [String]

    /// The certificate as PEM: what a client must trust.
    public var caFile: String { directory.appendingPathComponent("certificate.pem").path }
    /// The certificate as PEM.
    public var certificateFile: String { caFile }
    /// The private key as PEM.
    public var keyFile: String { directory.appendingPathComponent("key.pem").path }

    /// Makes a certificate for these names, in the notation of `subjectAltName`, whose server offers these protocols.
    public init(
        names: [String] = ["DNS:localhost", "IP:127.0.0.1"], protocols: [String] = [], days: Int = 2
    ) async throws {
        self.protocols = protocols
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let status = try await Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "\(days)",
            // Roots are looked up by their subject: each has its own.
            "-subj", "/CN=Latchkey tests \(UUID().uuidString)", "-addext",
            "subjectAltName=\(names.joined(separator: ","))",
            "-keyout", directory.appendingPathComponent("key.pem").path, "-out",
            directory.appendingPathComponent("certificate.pem").path,
        ])
        guard status == 0 else { throw LoopbackFault.noCertificate }
    }

    /// A directory with the certificate under its hash, by which OpenSSL looks roots up.
    public func hashedDirectory() async throws -> String {
        let roots = directory.appendingPathComponent("roots")
        try FileManager.default.createDirectory(at: roots, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: caFile, toPath: roots.appendingPathComponent("root.pem").path)
        guard try await Self.openssl(["rehash", roots.path]) == 0 else { throw LoopbackFault.noCertificate }
        return roots.path
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func serverContext() throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMFile(certificateFile).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: keyFile, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(key))
        // A client with an idle connection doesn't read `close_notify`, and a test should not wait for its response.
        configuration.shutdownTimeout = .milliseconds(20)
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }

    private static func openssl(_ arguments: [String]) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try ChildProcess.start(process) } catch { continuation.resume(throwing: error) }
        }
    }
}
