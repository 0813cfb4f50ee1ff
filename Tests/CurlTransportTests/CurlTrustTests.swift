import Foundation
import TestSupport
import Testing

@testable import CurlTransport

@Suite struct CurlTrustTests {
    @Test("Where the system keeps roots by their hash, a further file stands beside them")
    func directory() async throws {
        let certificate = try await TestCertificate()
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data().write(to: directory.appendingPathComponent("1d3472b9.0"))

        let trust = try CurlTrust(directory: directory.path, file: "/nowhere", extraFile: certificate.caFile)
        #expect(Self.words(trust) == "directory \(directory.path), file \(certificate.caFile)")
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

    private static func words(_ trust: CurlTrust) -> String {
        switch trust {
        case .directory(let directory, let extraFile): "directory \(directory), file \(extraFile ?? "none")"
        case .file(let file): "file \(file)"
        case .joined(let roots): "joined \(String(decoding: roots.bytes, as: UTF8.self))"
        case .builtIn(let extraFile): "built in, file \(extraFile ?? "none")"
        }
    }
}
