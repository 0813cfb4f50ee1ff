import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StartFault {
    /// That an address can't be listened at; `nil` where the error says something else.
    init?(listeningAt address: String, _ setting: SettingName, _ error: any Error) {
        switch error {
        case let error as SocketAddressError:
            self.init(setting, "\(address) is no address that is known here (\(error)); name another")
        case let error as IOError:
            self.init(
                setting,
                "\(address) can't be listened at (\(Self.reason(error))); stop what uses it, or name another address")
        default: return nil
        }
    }

    private static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case EADDRINUSE: "it is in use"
        case EACCES: "this user may not"
        case EADDRNOTAVAIL: "this machine has no such address"
        default: "error \(error.errnoCode)"
        }
    }
}
