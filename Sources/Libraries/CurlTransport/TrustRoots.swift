import CCurl
import FoundationEssentials
import HTTPTransport

/// The root certificates to trust: the system's, and the ones in a further file.
///
/// libcurl's `CURLOPT_CAINFO` replaces the system's file of roots. A directory of hashed names is better in any case: a
/// root is looked up when it is needed. A file of all roots is parsed for each new connection. Further roots are read
/// once into memory, so that a file that is bad for a while breaks no connection.
enum TrustRoots: Sendable {
    /// The system's directory of roots, and further ones as PEM.
    case directory(String, extra: PEMBytes?)
    /// The system's file of roots.
    case file(String)
    /// Roots of both files, one after the other, as PEM.
    case joined(PEMBytes)
    /// No roots of the system's are known: libcurl's built-in ones, or further ones as PEM.
    case builtIn(extra: PEMBytes?)

    /// Finds the system's roots at libcurl's default places.
    init(extraFile: String?) throws(TransportError) {
        try self.init(
            directory: unsafe ccurl_roots_directory().map { unsafe String(cString: $0) },
            file: unsafe ccurl_roots_file().map { unsafe String(cString: $0) },
            extraFile: extraFile)
    }

    /// Chooses between the system's directory and the system's file.
    init(directory: String?, file: String?, extraFile: String?) throws(TransportError) {
        let extra = try extraFile.map { path throws(TransportError) in try Self.read(path) }
        if let directory, Self.hasHashedNames(directory) {
            self = .directory(directory, extra: extra.map(PEMBytes.init))
        } else if let file, let roots = FileManager.default.contents(atPath: file) {
            self = extra.map { .joined(PEMBytes(roots + [UInt8(ascii: "\n")] + $0)) } ?? .file(file)
        } else {
            self = .builtIn(extra: extra.map(PEMBytes.init))
        }
    }

    private static func read(_ path: String) throws(TransportError) -> Data {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw TransportError(.invalidRequest, "the file of roots can't be read: \(path)")
        }
        guard String(decoding: bytes, as: UTF8.self).contains(#/-----BEGIN ((TRUSTED|X509) )?CERTIFICATE-----/#) else {
            throw TransportError(.invalidRequest, "the file of roots has no certificate as PEM: \(path)")
        }
        return bytes
    }

    /// Whether OpenSSL finds roots in the directory, whose files are named by hashes such as `1d3472b9.0`.
    private static func hasHashedNames(_ directory: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.contains {
            $0.utf8.count >= 10 && $0.prefix(8).allSatisfy(\.isHexDigit) && $0.dropFirst(8).first == "."
        }
    }
}

/// Roots as PEM at a fixed address, because libcurl reads them there for each new connection.
///
/// `@unchecked Sendable`: the bytes are written once, by `init`, and freed by `deinit`.
@safe final class PEMBytes: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
        unsafe bytes = .allocate(byteCount: data.count, alignment: 1)
        unsafe bytes.copyBytes(from: data)
    }

    deinit {
        unsafe bytes.deallocate()
    }
}
