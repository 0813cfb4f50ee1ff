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
        let numbers = group.makeIterator().enumerated().reduce(into: [:]) {
            $0[ObjectIdentifier($1.element)] = $1.offset
        }
        let caller = { @Sendable in
            MultiThreadedEventLoopGroup.currentEventLoop.flatMap { numbers[ObjectIdentifier($0)] } ?? 0
        }
        try self.init(
            CurlConfiguration(
                caFile: caFile, threads: counts.transfers, caller: caller, maximumConnections: counts.idleConnections,
                userAgent: "latchkey/\(Version.text)"))
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
