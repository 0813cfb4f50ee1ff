import Logging
import NIOCore
import NIOSSL
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// The TLS that the server offers: Mozilla's intermediate profile, and post-quantum key agreement.
@Suite struct TLSProfileTests {
    /// Whether a client that offers what it is set to gets a response, also after the certificate was replaced.
    private func isServed(_ change: (inout TLSConfiguration) -> Void) async throws -> Bool {
        let certificate = try await TestCertificate()
        let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        var client = TLSConfiguration.makeClientConfiguration()
        client.trustRoots = .file(certificate.caFile)
        change(&client)
        let context = try NIOSSLContext(configuration: client)
        return try await TestServer.run(tls: identity) { server in
            do {
                return try await server.open(tls: context) { connection in
                    try await connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    return try await connection.response().status == 200
                }
            } catch is NIOSSLError {
                return false
            } catch ChannelError.ioOnClosedChannel {
                return false
            }
        }
    }

    private func isServed(_ suite: NIOTLSCipher) async throws -> Bool {
        try await isServed {
            $0.maximumTLSVersion = .tlsv12
            $0.cipherSuiteValues = [suite]
        }
    }

    @Test(
        "TLS 1.2 is spoken with the suites that have forward secrecy and authenticated encryption",
        arguments: [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        ] as [NIOTLSCipher])
    func strongSuites(_ suite: NIOTLSCipher) async throws {
        #expect(try await isServed(suite))
    }

    @Test(
        "CBC suites are refused",
        arguments: [.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA] as [NIOTLSCipher])
    func weakSuites(_ suite: NIOTLSCipher) async throws {
        #expect(try await !isServed(suite))
    }

    @Test("The log has the reason for a handshake that fails") func reason() async throws {
        let certificate = try await TestCertificate()
        let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        let log = RecordedLog()
        try await TestServer.run(tls: identity, logger: log.logger) { server in
            try await server.open { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await connection.rest()
            }
        }
        #expect(log.entries.contains { $0.fields["reason"]?.contains("HTTP_REQUEST") == true })
    }

    @Test("TLS 1.3 is spoken, and TLS 1.1 is refused") func versions() async throws {
        #expect(try await isServed { $0.minimumTLSVersion = .tlsv13 })
        #expect(
            try await !isServed {
                $0.minimumTLSVersion = .tlsv1
                $0.maximumTLSVersion = .tlsv11
            })
    }

    @Test(
        "A client that offers one group alone is served, post-quantum X25519MLKEM768 among them",
        arguments: [.x25519_MLKEM768, .x25519, .secp256r1, .secp384r1] as [NIOTLSCurve])
    func groups(_ group: NIOTLSCurve) async throws {
        #expect(try await isServed { $0.curves = [group] })
    }

    @Test("A client that offers a group outside of the profile alone is refused") func otherGroup() async throws {
        #expect(try await !isServed { $0.curves = [.secp521r1] })
    }
}
