import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import CurlTransport

@Suite struct CurlTrustTests {
    @Test("Where the system keeps roots by their hash, a further file stands beside them")
    func directory() async throws {
        let (system, extra) = (try await TestCertificate(), try await TestCertificate())
        let directory = try await system.hashedDirectory()
        let trust = try CurlTrust(directory: directory, file: "/nowhere", extraFile: extra.caFile)
        #expect(Self.words(trust) == "directory \(directory), file \(extra.caFile)")
    }

    @Test("Where the system has only a file of roots, both files are joined")
    func joined() async throws {
        let (system, extra) = (try await TestCertificate(), try await TestCertificate())
        let both = Self.words(try CurlTrust(directory: "/nowhere", file: system.caFile, extraFile: extra.caFile))
        for file in [system.caFile, extra.caFile] { #expect(both.contains(try String(contentsOfFile: file, encoding: .utf8))) }

        #expect(Self.words(try CurlTrust(directory: nil, file: system.caFile, extraFile: nil)) == "file \(system.caFile)")
        #expect(Self.words(try CurlTrust(directory: nil, file: "/nowhere", extraFile: extra.caFile)) == "built in, file \(extra.caFile)")
    }

    @Test("The system's own roots are known here")
    func systemRoots() throws {
        #expect(Self.words(try CurlTrust(extraFile: nil)) != "built in, file none")
    }

    @Test("The system's roots and those of the file are trusted alike, and no others", arguments: [true, false])
    func handshakes(systemHasDirectory: Bool) async throws {
        let (system, extra) = (try await TestCertificate(), try await TestCertificate())
        let directory = systemHasDirectory ? try await system.hashedDirectory() : nil
        let trust = try CurlTrust(directory: directory, file: system.caFile, extraFile: extra.caFile)
        let transport = try CurlTransport(CurlConfiguration(), trust: trust)
        for (certificate, isTrusted) in [(system, true), (extra, true), (try await TestCertificate(), false)] {
            let server = try await LoopbackServer.start(tls: certificate) { _ in Reply() }
            let kind = try await fault { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(kind == (isTrusted ? nil : .insecure))
            await server.stop()
        }
        await transport.shutDown()
    }

    private static func words(_ trust: CurlTrust) -> String {
        switch trust {
        case .directory(let directory, let extraFile): "directory \(directory), file \(extraFile ?? "none")"
        case .file(let file): "file \(file)"
        case .joined(let roots): "joined \(String(decoding: roots.bytes, as: UTF8.self))"
        case .builtIn(let extraFile): "built in, file \(extraFile ?? "none")"
        }
    }
}
