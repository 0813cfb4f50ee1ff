import TasksWeb
import Testing

@testable import LatchkeyApp

@Suite struct RedirectURICheckTests {
    private static let path = SitePath.redirect

    private func finding(_ options: [String]) throws -> Finding {
        let texts = ["cert": SettingsReading.certificate, "key": SettingsReading.privateKey]
        return RedirectURICheck(configuration: try SettingsReading.read(options, texts: texts)).finding
    }

    @Test(
        "A redirect URI at which browsers find the site and bring its cookies is good",
        arguments: [
            [], ["--listen", "127.0.0.1:4000"], ["--tls-certificate-file", "cert", "--tls-key-file", "key"],
            ["--redirect-uri", "https://app.example\(path)"], ["--redirect-uri", "http://127.0.0.1:3000\(path)"],
            ["--redirect-uri", "https://localhost:8443\(path)", "--trusted-proxies", "127.0.0.1"],
            ["--redirect-uri", "http://localhost:8080\(path)", "--listen", "0.0.0.0:3000"],
            ["--redirect-uri", "https://app.example\(path)", "--response-mode", "form_post"],
            ["--response-mode", "form_post"],
        ])
    func good(options: [String]) throws {
        let finding = try finding(options)
        #expect(finding.isGood && finding.text.hasPrefix("redirectUri: "), "\(finding.text)")
    }

    @Test(
        "A redirect URI that can't work with the cookies, or at which no server listens, is a fault of redirectUri",
        arguments: [
            (
                [
                    "--redirect-uri", "http://localhost:3000\(path)", "--tls-certificate-file", "cert",
                    "--tls-key-file", "key",
                ], "write https"
            ),
            (["--redirect-uri", "https://localhost:3000\(path)"], "tlsCertificateFile"),
            (["--redirect-uri", "http://localhost:3100\(path)"], "trustedProxies"),
        ])
    func fault(options: [String], words: String) throws {
        let finding = try finding(options)
        #expect(
            !finding.isGood && finding.text.hasPrefix("redirectUri: ") && finding.text.contains(words),
            "\(finding.text)")
    }
}
