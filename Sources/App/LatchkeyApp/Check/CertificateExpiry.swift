import FoundationEssentials
import NIOSSL

/// When a certificate in a file that a setting names expires.
struct CertificateExpiry {
    /// The certificate's name, before the words on its end.
    let name: String
    let certificate: NIOSSLCertificate
    /// With fewer days left it is about to expire.
    let fewDays: Int
    /// The advice for that case.
    let fix: String
    let now: Date

    func finding(_ setting: KeyPath<Settings, Setting<some Sendable>>, in scope: CheckScope) -> Finding {
        let end = Date(timeIntervalSince1970: Double(certificate.notValidAfter))
        let (day, days) = (end.formatted(.iso8601.year().month().day()), Int(end.timeIntervalSince(now) / 86_400))
        if end <= now { return Finding(scope.expired, Settings.name(setting), "\(name) expired on \(day); \(fix)") }
        if days < fewDays {
            return .warning(setting, "\(name) expires on \(day), in less than \(days + 1) days; \(fix)")
        }
        return .good(setting, "\(name) expires on \(day)")
    }
}
