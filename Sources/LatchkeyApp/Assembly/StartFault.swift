/// Why the program can't start although its settings are right in themselves.
struct StartFault: Error, CustomStringConvertible {
    /// The setting that leads to the fault, and how to mend it.
    let description: String

    /// The certificate and its key, which browsers are to be shown, are of no use.
    init(unusableCertificate error: any Error) {
        self.init(
            .tlsCertificateFile,
            "the certificate and its key can't be used (\(error)); see that both are PEM and belong together")
    }

    init(_ setting: SettingName, _ problem: String) {
        description = PrintableText.line("\(setting.rawValue): \(problem)")
    }
}
