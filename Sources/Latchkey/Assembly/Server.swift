import Hummingbird
import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One of the program's servers; where it can't listen it says so by the name of its setting.
struct Server: Service {
    let setting: SettingName
    let address: String
    let application: any Service

    func run() async throws {
        do {
            try await application.run()
        } catch let error as SocketAddressError {
            throw StartFault(setting, "\(address) is no address that is known here (\(error)); name another")
        } catch let error as IOError {
            throw StartFault(setting, "\(address) can't be listened at (\(Self.reason(error))); stop what uses it, or name another address")
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
