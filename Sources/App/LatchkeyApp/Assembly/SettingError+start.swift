import NIOCore
import OpenIDConnect
import SystemLibrary
import TasksWeb

/// Faults of settings that only a start or a check shows.
extension SettingError {
    /// The certificate for browsers and its key can't be used.
    init(unusableCertificate error: any Error) {
        self.init(
            \.tlsCertificateFile,
            "the certificate and the key of tlsKeyFile can't be used (\(error)); both must be PEM and belong together"
        )
    }

    /// The client can't authenticate with its credential.
    init(unusableCredential error: OpenIDConnectError, of settings: AuthoritySettings) {
        let setting =
            if case .configuration(let fault) = error.kind { fault.setting } else {
                Settings.name(\.clientAuthentication)
            }
        self.init(settings.given.prefix + setting, "\(error.description); name another")
    }

    /// An address that can't be listened at; `nil` if the error has another reason.
    init?(listeningAt address: String, _ setting: String, _ error: any Error) {
        switch error {
        case is SocketAddressError:
            self.init(setting, "\(address) is no address that is known here; name another")
        case let error as IOError:
            let remedy =
                switch error.errnoCode {
                case EADDRINUSE: "stop what uses it, or name another address"
                case EMFILE, ENFILE: "raise the limit (ulimit -n, LimitNOFILE)"
                default: "name another address"
                }
            self.init(setting, "\(address) can't be listened at (\(Self.reason(error))); \(remedy)")
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
