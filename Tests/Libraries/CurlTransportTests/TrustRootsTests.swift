import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import CurlTransport

@Suite struct TrustRootsTests {
    @Test("If the system has roots by their hash, a CA file is used in addition")
    func directory() async throws {
        let (system, extra) = (try await TestCertificate(), try await TestCertificate())
        let directory = try await system.hashedDirectory()
        let trust = try TrustRoots(directory: directory, file: "/nowhere", extraFile: extra.caFile)
        #expect(
            Self.words(trust) == "directory \(directory), \(try String(contentsOfFile: extra.caFile, encoding: .utf8))")
    }

    @Test("If the system has only a file of roots, the CA file is joined to it")
    func joined() async throws {
        let (system, extra) = (try await TestCertificate(), try await TestCertificate())
        let both = Self.words(try TrustRoots(directory: "/nowhere", file: system.caFile, extraFile: extra.caFile))
        for file in [system.caFile, extra.caFile] {
            #expect(both.contains(try String(contentsOfFile: file, encoding: .utf8)))
        }

        #expect(
            Self.words(try TrustRoots(directory: nil, file: system.caFile, extraFile: nil)) == "file \(system.caFile)")
        let builtIn = Self.words(try TrustRoots(directory: nil, file: "/nowhere", extraFile: extra.caFile))
        #expect(builtIn == "built in, \(try String(contentsOfFile: extra.caFile, encoding: .utf8))")
    }

    @Test("The system's own roots are found")
    func systemRoots() throws {
        #expect(Self.words(try TrustRoots(extraFile: nil)) != "built in, none")
    }

    @Test("The system's roots and those of the file are trusted alike, and no others", arguments: [true, false])
    func handshakes(systemHasDirectory: Bool) async throws {
        let (system, extra) = (try await TestCertificate(), try await TestCertificate())
        let directory = systemHasDirectory ? try await system.hashedDirectory() : nil
        let trust = try TrustRoots(directory: directory, file: system.caFile, extraFile: extra.caFile)
        let transport = try CurlClient(CurlConfiguration(), trust: trust)
        for (certificate, isTrusted) in [(system, true), (extra, true), (try await TestCertificate(), false)] {
            let server = try await LoopbackServer.start(tls: certificate) { _ in LoopbackResponse() }
            let kind = try await fault { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(kind == (isTrusted ? nil : .insecure))
            await server.stop()
        }
        await transport.shutDown()
    }

    @Test(
        "Replaced roots are trusted from the next call on, the earlier ones no more; a bad file changes no roots"
    )
    func replaced() async throws {
        let (old, new) = (try await TestCertificate(), try await TestCertificate())
        let folder = try TemporaryFolder()
        let file = folder.file("roots.pem")
        try FileManager.default.copyItem(atPath: old.caFile, toPath: file)
        let transport = try CurlClient(CurlConfiguration(caFile: file))
        func expect(_ certificate: TestCertificate, isTrusted: Bool, sourceLocation: SourceLocation = #_sourceLocation)
            async throws
        {
            let server = try await LoopbackServer.start(tls: certificate) { _ in LoopbackResponse() }
            let kind = try await fault { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(kind == (isTrusted ? nil : .insecure), sourceLocation: sourceLocation)
            await server.stop()
        }
        try await expect(old, isTrusted: true)
        try await expect(new, isTrusted: false)
        try "no roots".write(toFile: file, atomically: true, encoding: .utf8)
        for bad in ["/nowhere", file, old.keyFile] {
            #expect(throws: TransportError.self) { try transport.replaceRoots(caFile: bad) }
        }
        try await expect(old, isTrusted: true)
        try transport.replaceRoots(caFile: new.caFile)
        try await expect(old, isTrusted: false)
        try await expect(new, isTrusted: true)
        try transport.replaceRoots(caFile: nil)
        try await expect(new, isTrusted: false)
        await transport.shutDown()
    }

    private static func words(_ trust: TrustRoots) -> String {
        switch trust {
        case .directory(let directory, let extra): "directory \(directory), \(words(extra))"
        case .file(let file): "file \(file)"
        case .joined(let roots): "joined \(words(roots))"
        case .builtIn(let extra): "built in, \(words(extra))"
        }
    }

    private static func words(_ roots: PEMBytes?) -> String {
        roots.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "none"
    }
}
