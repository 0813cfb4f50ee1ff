import NIOCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why the program can't start although its settings are right in themselves.
struct StartupError: Error, CustomStringConvertible {
    /// The name of the setting at fault.
    let setting: String
    /// The fault, and how to fix it.
    let problem: String

    /// The certificate for browsers and its key can't be used.
    init(unusableCertificate error: any Error) {
        self.init(
            \.tlsCertificateFile,
            "the certificate and the key of tlsKeyFile can't be used (\(error)); both must be PEM and belong together"
        )
    }

    init(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ problem: String) {
        self.init(setting: Settings.name(setting), problem)
    }

    init(setting: String, _ problem: String) {
        self.setting = setting
        self.problem = problem
    }

    var description: String { PrintableText.line("\(setting): \(problem)") }
}

extension StartupError {
    /// An address that can't be listened at; `nil` if the error has another reason.
    init?(listeningAt address: String, _ setting: String, _ error: any Error) {
        switch error {
        case is SocketAddressError:
            self.init(setting: setting, "\(address) is no address that is known here; name another")
        case let error as IOError:
            let remedy =
                switch error.errnoCode {
                case EADDRINUSE: "stop what uses it, or name another address"
                case EMFILE, ENFILE: "raise the limit (ulimit -n, LimitNOFILE)"
                default: "name another address"
                }
            self.init(setting: setting, "\(address) can't be listened at (\(Self.reason(error))); \(remedy)")
        default: return nil
        }
    }

    private static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case EADDRINUSE: "it is in use"
        case EACCES: "this user may not"
        case EADDRNOTAVAIL: "this machine has no such address"
        case EMFILE, ENFILE: "too many files are open"
        default: "error \(error.errnoCode)"
        }
    }
}
