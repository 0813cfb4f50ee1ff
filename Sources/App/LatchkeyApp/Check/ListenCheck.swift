import HTTPServer
import NIOCore
import SystemLibrary

/// Whether `serve` could listen at its addresses.
struct ListenCheck {
    let configuration: Configuration

    func findings() -> [Finding] {
        configuration.listenAddresses.map { setting, address in
            Self.error(setting, address).map(Finding.fault) ?? Finding(.good, setting, "\(address) is free")
        }
    }

    /// Throws the first error that there is.
    func demand() throws {
        for (setting, address) in configuration.listenAddresses {
            if let error = Self.error(setting, address) { throw error }
        }
    }

    private static func error(_ setting: String, _ address: ListenAddress) -> SettingError? {
        do {
            try bindOnce(try SocketAddress.makeAddressResolvingHost(address.host, port: address.port))
            return nil
        } catch {
            return SettingError(listeningAt: "\(address)", setting, error)
                ?? SettingError(setting, "\(address) can't be listened at (\(error)); name another")
        }
    }

    /// Binds a socket to the address, and closes it.
    ///
    /// The socket doesn't listen, because a client that connected to it would be cut off. With `SO_REUSEADDR`, as the
    /// servers have it, binding fails only if another socket listens there, or may not share the address.
    private static func bindOnce(_ address: SocketAddress) throws {
        #if canImport(Glibc)
            let stream = CInt(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let file = socket(address.protocol.rawValue, stream, 0)
        guard file >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        defer { close(file) }
        var isShared: CInt = 1
        guard setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<CInt>.size)) == 0,
            address.withSockAddr({ bind(file, $0, socklen_t($1)) }) == 0
        else { throw IOError(errnoCode: errno, reason: "bind") }
    }
}
