import Testing

@testable import LatchkeyApp

@Suite struct SettingRulesTests {
    static let authority = ["--authority", "https://login.example/", "--client-id", "c"]
    static let texts = [
        "cert": SettingsReading.certificate, "key": SettingsReading.privateKey, "text": "nothing", "empty": "",
        "locked": "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n",
    ]

    @Test(
        "Settings that contradict each other cause one line that names the setting",
        arguments: [
            (["--authority", "https://login.example/"], "clientId: is needed with authority"),
            (["--issuer", "https://login.example/"], "issuer: goes with authority, which is not set"),
            (["--same-users-as", "https://login.example/"], "sameUsersAs: goes with authority, which is not set"),
            (
                ["--client-authentication", "none"],
                "clientAuthentication: the development identity provider wants a client_secret"
            ),
            (
                authority + ["--client-authentication", "private_key_jwt"],
                "clientAuthentication: private_key_jwt needs clientKeyFile or clientAssertionFile"
            ),
            (
                authority + ["--client-key-file", "key", "--client-assertion-file", "text"],
                "clientAssertionFile: goes instead of clientKeyFile"
            ),
            (
                authority + ["--client-certificate-file", "cert"],
                "clientCertificateFile: goes with clientKeyFile, which is not set"
            ),
            (
                authority + ["--client-certificate-file", "cert", "--client-assertion-file", "text"],
                "clientCertificateFile: goes with clientKeyFile, which is not set"
            ),
            (
                authority + ["--client-assertion-file", "/nowhere"],
                "clientAssertionFile: /nowhere does not exist"
            ),
            (
                authority + ["--client-key-file", "key", "--client-assertion-audience", "token"],
                "clientAssertionAudience: \"token\" is none of issuer, tokenEndpoint"
            ),
            (
                authority + ["--client-authentication", "client_secret_post"],
                "clientAuthentication: client_secret_post needs clientSecret"
            ),
            (
                authority + ["--client-authentication", "client_secret_basic"],
                "clientAuthentication: client_secret_basic needs clientSecret"
            ),
            (
                ["--client-id", "c", "--authority", "https://login.example/{policy}/v2.0"],
                "authority: has {policy}, but no policy is set"
            ),
            (
                ["--client-id", "c", "--authority", "https://login.microsoftonline.com/organizations/v2.0"],
                "allowedTenants: is needed with this authority"
            ),
            (
                [
                    "--client-id", "c", "--authority", "https://login.microsoftonline.com/common/v2.0",
                    "--allowed-tenants", " , ",
                ], "allowedTenants: is needed with this authority"
            ),
            (
                authority + ["--allowed-tenants", "72f988bf-86f1-41af-91ab-2d7cd011db47"],
                "allowedTenants: goes with authority https://login.microsoftonline.com/organizations/v2.0"
            ),
            (
                ["--allowed-tenants", "72f988bf-86f1-41af-91ab-2d7cd011db47"],
                "allowedTenants: goes with authority https://login.microsoftonline.com/organizations/v2.0"
            ),
            (
                ["--sign-in-hints", "Google=Google", "--extra-query-parameters", "domain_hint=Google"],
                "signInHints: sends domain_hint, which extraQueryParameters has as well"
            ),
            (["--prompt", "none", "--extra-query-parameters", "max_age=0"], "prompt: none forbids what max_age=0"),
            (
                [
                    "--client-id", "c", "--authority", "https://login.microsoftonline.com/organizations/v2.0",
                    "--allowed-tenants", "72f988bf-86f1-41af-91ab-2d7cd011db47 0D8F2B61-7A4C-4E95-B3D0-6C1E9F52A7B8",
                    "--same-users-as", "https://t.b2clogin.com/t/{policy}/v2.0",
                ], "sameUsersAs: names the users of one tenant, but allowedTenants has several"
            ),
            (["--tls-certificate-file", "cert"], "tlsCertificateFile: goes with tlsKeyFile"),
            (["--tls-key-file", "key"], "tlsKeyFile: goes with tlsCertificateFile"),
            (
                ["--tls-key-file", "key", "--tls-certificate-file", "text"],
                "tlsCertificateFile: text holds no certificate in PEM"
            ),
            (
                ["--tls-key-file", "cert", "--tls-certificate-file", "cert"],
                "tlsKeyFile: cert holds no private key in PEM"
            ),
            (
                ["--tls-key-file", "locked", "--tls-certificate-file", "cert"],
                "tlsKeyFile: locked is encrypted; store the key without a passphrase"
            ),
            (["--ca-file", "key"], "caFile: key holds no certificate in PEM"),
            (["--admin-listen", "127.0.0.1"], "adminListen: \"127.0.0.1\" is no address to listen at"),
            (["--admin-listen", "127.0.0.1:3000"], "adminListen: 127.0.0.1:3000 is that of listen too"),
            (["--admin-listen", "127.0.0.1:3002"], "adminListen: 127.0.0.1:3002 is that of apiListen too"),
            (
                ["--admin-listen", "localhost:3000"],
                "adminListen: localhost:3000 and listen (127.0.0.1:3000) overlap; give one of them another port"
            ),
            (["--admin-listen", "[::]:3000"], "adminListen: [::]:3000 and listen (127.0.0.1:3000) overlap"),
            (["--listen", "0.0.0.0:3001"], "identityListen: 127.0.0.1:3001 and listen (0.0.0.0:3001) overlap"),
            (["--prompt", "login none"], "prompt: none goes with no other value"),
            (["--identity-listen", "0.0.0.0:3001"], "identityListen: 0.0.0.0:3001 is no loopback address"),
            (["--api-listen", "10.0.0.5:3002"], "apiListen: 10.0.0.5:3002 is no loopback address"),
            (["--api-listen", "api.internal:3002"], "apiListen: api.internal:3002 is no loopback address"),
            (["--listen", "127.0.0.1:3001"], "identityListen: 127.0.0.1:3001 is that of listen too"),
            (["--api-listen", "127.0.0.1:3001"], "apiListen: 127.0.0.1:3001 is that of identityListen too"),
            (
                ["--session-keys", "\(SettingsReading.key),\(SettingsReading.key)"],
                "sessionKeys: key 2 is there already"
            ),
        ])
    func refused(arguments: [String], beginning: String) {
        let faults = SettingsReading.faults(arguments, texts: Self.texts)
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.hasPrefix(beginning) == true, "\(faults)")
    }

    @Test("An assertion's file that is missing while the settings are reread is no error, because it is being renewed")
    func assertionDuringReload() throws {
        let reader = FileReader { _ throws(UnreadableFileError) in throw UnreadableFileError(reason: "does not exist") }
        let arguments = Self.authority + ["--client-assertion-file", "gone"]
        let reread = ConfigurationReader(files: reader, isReload: true)
        #expect(try reread.read(arguments: arguments, environment: [:]).clientAssertionFile?.path == "gone")
        #expect(throws: SettingsError.self) {
            try ConfigurationReader(files: reader).read(arguments: arguments, environment: [:])
        }
    }

    @Test("A misspelt name is the only line, even if a rule misses the intended setting")
    func noCascade() {
        #expect(SettingsReading.faults(["--authority", "https://login.example/", "--cleint-id", "c"]).count == 1)
    }

    @Test(
        "Settings that fit together are accepted",
        arguments: [
            authority, authority + ["--client-authentication", "none"],
            authority + ["--client-authentication", "client_secret_post", "--client-secret", "s"],
            authority + ["--client-authentication", "private_key_jwt", "--client-key-file", "key"],
            authority + ["--client-authentication", "private_key_jwt", "--client-assertion-file", "empty"],
            authority + [
                "--client-key-file", "key", "--client-certificate-file", "cert", "--client-assertion-audience",
                "tokenEndpoint",
            ],
            ["--client-authentication", "client_secret_basic"],
            [
                "--client-id", "c", "--authority", "https://login.example/{policy}/v2.0", "--email-sign-in-policy-id",
                "B2C_1_in",
            ],
            authority + ["--listen", "127.0.0.1:3001"], authority + ["--issuer", "https://issuer.example/v2.0/"],
            [
                "--client-id", "c", "--authority", "https://login.microsoftonline.com/organizations/v2.0",
                "--allowed-tenants", "72f988bf-86f1-41af-91ab-2d7cd011db47, 0D8F2B61-7A4C-4E95-B3D0-6C1E9F52A7B8",
            ],
            ["--tls-certificate-file", "cert", "--tls-key-file", "key", "--ca-file", "cert"],
            ["--identity-listen", "[::1]:3001"],
            ["--identity-listen", "localhost:3001"],
            ["--admin-listen", "0.0.0.0:9464"], ["--admin-listen", "[::1]:3000"],
            ["--listen", "localhost:3000", "--admin-listen", "127.0.0.2:3000"],
        ])
    func taken(arguments: [String]) {
        #expect(SettingsReading.faults(arguments, texts: Self.texts) == [])
    }

    @Test(
        "A redirect URI in plain http is refused unless its host is a loopback name, with the fix",
        arguments: [
            ("http://tasks.example", false), ("http://localhost.example", false), ("http://192.168.0.7:3000", false),
            ("http://127.0.0.1.example", false), ("http://localhost:3000", true), ("http://tasks.localhost:3000", true),
            ("http://127.9.9.9", true), ("http://[::1]:3000", true), ("https://tasks.example", true),
        ])
    func plainRedirectURI(origin: String, isTaken: Bool) {
        let faults = SettingsReading.faults(["--redirect-uri", "\(origin)/auth/openid/return"])
        let host = origin.replacing("http://", with: "")
        let line = "redirectUri: plain http is for this machine alone; write https for \(host) (from --redirect-uri)"
        #expect(faults == (isTaken ? [] : [line]))
    }

    @Test(
        "A setting without effect is reported in one line",
        arguments: [
            (authority + ["--identity-listen", "127.0.0.1:9"], "identityListen has no effect if authority is set"),
            (
                ["--task-web-api", "https://api.example/", "--api-listen", "127.0.0.1:9"],
                "apiListen has no effect if taskWebAPI is set"
            ),
            (
                ["--task-web-api", "https://api.example/", "--api-audience", "a"],
                "apiAudience has no effect if taskWebAPI is set"
            ),
            (
                ["--task-web-api", "https://api.example/", "--delete-max-age", "60"],
                "deleteMaxAge has no effect if taskWebAPI is set"
            ),
            (
                ["--device-binding", "observe"],
                "deviceBinding has no effect over plain http; "
                    + "the public origin, which is redirectUri's, has to be https"
            ),
            (
                [
                    "--device-binding", "require", "--redirect-uri", "http://tasks.localhost:3000/auth/openid/return",
                ],
                "deviceBinding has no effect over plain http; "
                    + "the public origin, which is redirectUri's, has to be https"
            ),
            (
                [
                    "--tls-certificate-file", "cert", "--tls-key-file", "key", "--redirect-uri",
                    "http://localhost:3000/auth/openid/return",
                ],
                "redirectUri is plain http although tlsCertificateFile is set: browsers would come back by http, and cookies aren't Secure"
            ),
            (
                authority + ["--client-secret", "s", "--client-authentication", "none"],
                "clientSecret has no effect if clientAuthentication is none"
            ),
            (
                authority + ["--client-key-file", "key", "--client-authentication", "none"],
                "clientKeyFile has no effect if clientAuthentication is none"
            ),
            (
                authority + [
                    "--client-assertion-file", "text", "--client-authentication", "client_secret_post",
                    "--client-secret", "s",
                ],
                "clientAssertionFile has no effect if clientAuthentication is client_secret_post"
            ),
            (
                authority + ["--client-assertion-file", "text", "--client-assertion-audience", "issuer"],
                "clientAssertionAudience has no effect without clientKeyFile"
            ),
        ])
    func notices(arguments: [String], notice: String) throws {
        #expect(try SettingsReading.read(arguments, texts: Self.texts).notices == [notice])
    }

    @Test(
        "Device binding that is off, or at an https origin, is no notice",
        arguments: [
            ["--device-binding", "off"],
            ["--device-binding", "require", "--redirect-uri", "https://tasks.example/auth/openid/return"],
            ["--device-binding", "observe", "--tls-certificate-file", "cert", "--tls-key-file", "key"],
        ])
    func noNotice(arguments: [String]) throws {
        #expect(try SettingsReading.read(arguments, texts: Self.texts).notices == [])
    }
}
