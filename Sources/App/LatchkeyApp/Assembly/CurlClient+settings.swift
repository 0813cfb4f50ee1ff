import CurlTransport
import NIOCore
import NIOPosix
import NIOSSL

extension CurlClient {
    /// A client for the program's outgoing requests.
    ///
    /// - Parameter caFile: The path of a file of further roots.
    convenience init(caFile: String?) throws {
        try self.init(CurlConfiguration(caFile: caFile, userAgent: "latchkey/\(Version.text)"))
    }

    /// The same for a server, each of whose event loops has its calls on one thread.
    convenience init(caFile: String?, serving group: any EventLoopGroup, _ counts: ThreadCounts) throws {
        try self.init(
            CurlConfiguration(
                caFile: caFile, threads: counts.transfers, caller: Self.number(in: group),
                maximumConnections: counts.idleConnections,
                userAgent: "latchkey/\(Version.text)"))
    }

    /// The number of the event loop in a group that the caller runs on; 0 for callers on other threads.
    static func number(in group: any EventLoopGroup) -> @Sendable () -> Int {
        let loops = group.makeIterator().map { ObjectIdentifier($0) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(loops, loops.indices))
        return { MultiThreadedEventLoopGroup.currentEventLoop.flatMap { numbers[ObjectIdentifier($0)] } ?? 0 }
    }
}

extension Configuration {
    /// The path of the file of further roots.
    ///
    /// - Throws: If it has a certificate that can't be read, which would break every outgoing request.
    func checkedRoots() throws(SettingError) -> String? {
        _ = try self.caFile?.roots()
        return self.caFile?.path
    }
}

extension PEMFile {
    /// The certificates of `caFile`.
    func roots() throws(SettingError) -> [NIOSSLCertificate] {
        do {
            return try NIOSSLCertificate.fromPEMFile(path)
        } catch {
            throw SettingError(\.caFile, "\(path) holds a certificate that can't be read (\(error)); take it out")
        }
    }
}
