import HTTPServer
import HTTPTransport
import HummingbirdOpenIDConnect
import Logging
import OpenIDConnect
import PostgreSQLSessionStorage
import SealedCookies
import Testing
import WebSupport

@testable import LatchkeyApp

@Suite struct SettingValueTests {
    static let bad: [(String, String)] = [
        ("authority", "not a url"), ("authority", "ftp://127.0.0.1/x"), ("authority", "http://login.example.com/"),
        ("authority", "http://127.0.0.1.evil.example/"), ("authority", "http://localhost.evil.example/"),
        ("authority", "http://localhost@evil.example/"),
        ("authority", "https://{policy}.example/"), ("authority", "https://login.example/v2.0?p={policy}"),
        ("authority", "https://login.example/#x"), ("authority", "http://login.microsoftonline.com/common/v2.0"),
        ("issuer", "login.example"), ("taskWebAPI", "localhost:3002/tasks"),
        ("taskWebAPI", "http://api.example.com/tasks"),
        ("taskWebAPI", "http://user@localhost/tasks"), ("redirectUri", "/auth/openid/return"),
        ("redirectUri", "https://app.example/return"),
        ("redirectUri", "https://app.example/auth/openid/return?x=1"),
        ("redirectUri", "https://app.example/auth/openid/return/"),
        ("listen", "somewhere"), ("listen", ":3000"), ("listen", "127.0.0.1"), ("listen", "127.0.0.1:0"),
        ("listen", "127.0.0.1:65536"),
        ("listen", "127.0.0.300:80"), ("listen", "::1:3000"), ("listen", "[127.0.0.1]:80"), ("listen", "host:+80"),
        ("listen", "a b:80"),
        ("listen", "http://a:80"),
        ("responseMode", "fragment"), ("clientAuthentication", "magic"), ("logLevel", "loud"), ("logFormat", "xml"),
        ("sessionLifetime", "long"), ("sessionLifetime", "315360001"), ("sessionLifetime", "1.5"),
        ("sessionIdleTimeout", "315360001"), ("sessionIdleTimeout", "-5"),
        ("sessionIdleTimeout", "0"),
        ("apiTimeout", "1e3"),
        ("apiTimeout", "nan"), ("apiTimeout", "+1"), ("apiTimeout", "0.0001"), ("authorityTimeout", "99999999999"),
        ("authorityTimeout", "1."),
        ("maxConnections", "0"), ("maxConnections", "-1"), ("maxConnections", "many"),
        ("maxConnections", "99999999999999999999"),
        ("maxSessions", "0"), ("maxSessions", "10001"), ("maxSessions", "all"),
        ("threads", "0"), ("threads", "65"), ("threads", "2.5"), ("threads", "all"),
        ("deviceBinding", "on"), ("deviceBinding", "Require"), ("deviceBinding", "true"),
        ("deleteMaxAge", "0"), ("deleteMaxAge", "2592001"), ("deleteMaxAge", "1.5"), ("deleteMaxAge", "never"),
        ("clientCapabilities", "c\"p1"), ("clientCapabilities", "c\\p1"), ("clientCapabilities", "cp\u{E9}"),
        ("clientCapabilities", String(repeating: "a", count: 65)),
        ("clientCapabilities", Array(repeating: "cp1", count: 17).joined(separator: " ")),
        ("tracesEndpoint", "collector:4318"), ("tracesEndpoint", "ftp://c.example"),
        ("tracesEndpoint", "https://a:b@c.example"), ("tracesRatio", "1.1"), ("tracesRatio", "-1"),
        ("tracesRatio", "1e-3"), ("tracesRatio", "."), ("tracesRatio", "all"), ("tracesHeadersFile", "/nowhere/x.txt"),
        ("maxTasks", "0"), ("maxTasks", "-1"), ("maxTasks", "many"), ("showClaims", "perhaps"), ("fullScreen", "2"),
        ("correlationId", "abc"),
        ("emailSignInPolicyId", "a/b"), ("emailSignInPolicyId", ".."), ("emailSignInPolicyId", "a b"),
        ("scopes", "a\"b"), ("additionalScopes", "a\\b"), ("trustedProxies", "10.0.0.0/33"),
        ("trustedProxies", "proxy.example"),
        ("trustedProxies", "10.0.0.1/"),
        ("extraQueryParameters", "scope=x"), ("extraQueryParameters", "a=%zz"), ("extraQueryParameters", "max_age=-1"),
        ("extraQueryParameters", "max_age=1&max_age=2"), ("extraQueryParameters", "=x"),
        ("allowedTenants", "contoso.onmicrosoft.com"), ("allowedTenants", "72f988bf-86f1-41af-91ab-2d7cd011db4"),
        ("signInHints", "Google"), ("signInHints", "=Google"), ("signInHints", "Google="),
        ("signInHints", "Google=Google,Google=google"), ("signInHints", "Sign in=Google"),
        ("requiredClaims", "groups"), ("requiredClaims", "=staff"), ("requiredClaims", "groups=staff team"),
        ("prompt", "log\u{1B}in"), ("clientKeyFile", "/nowhere/key.pem"), ("tlsCertificateFile", "/nowhere/c.pem"),
        ("caFile", "/nowhere/ca.pem"),
    ]

    @Test("An invalid value of a setting is one line that names the setting", arguments: bad)
    func refused(name: String, value: String) throws {
        let variable = try #require(Settings.row(named: name)).environmentName
        let faults = SettingsReading.faults([], [variable: value])
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.hasPrefix("\(name): ") == true)
        #expect(faults.first?.hasSuffix("(from \(variable))") == true)
    }

    @Test("The fault of a value is one line, whatever characters the value has")
    func oneLine() {
        let faults = SettingsReading.faults(["--listen", "a\nb\u{1B}[31m\u{2028}\u{202E}"])
        #expect(
            faults == [
                #"listen: "a\nb\u{1B}[31m\u{2028}\u{202E}" is no address to listen at; write host:port, as 127.0.0.1:3000 (from --listen)"#
            ])
    }

    @Test(
        "A protocol parameter is refused in extraQueryParameters",
        arguments: [
            "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "code_challenge",
            "code_challenge_method",
            "request", "request_uri", "prompt", "p", "client_secret", "login_hint", "claims",
        ])
    func protocolsOwn(parameter: String) {
        let faults = SettingsReading.faults(["--extra-query-parameters", "domain_hint=x&\(parameter)=hidden"])
        #expect(faults.count == 1)
        #expect(faults.first?.contains(" \(parameter) is the protocol's own") == true)
        #expect(!faults.joined().contains("hidden"))
    }

    @Test(
        "A session key that is not 32 bytes is refused and never printed",
        arguments: [
            "c2hvcnQ", SettingsReading.key + "A", String(SettingsReading.key.dropLast()) + "9",
            String(SettingsReading.key.dropLast()) + "+",
        ])
    func sessionKey(value: String) {
        let faults = SettingsReading.faults(["--session-keys", "\(SettingsReading.key) \(value)"])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("sessionKeys: key 2 is not 32 bytes") == true)
        #expect(!faults.joined().contains(value))
    }

    @Test(
        "A password in a URL is not printed",
        arguments: ["--authority", "--task-web-api", "--issuer", "--redirect-uri"])
    func passwordInURL(option: String) {
        let faults = SettingsReading.faults([option, "https://someone:hidden@host.example/"])
        #expect(faults.count == 1)
        #expect(!faults.joined().contains("hidden"))
    }

    @Test(
        "A host with characters other than ASCII is refused with its ASCII form",
        arguments: [
            ("--authority", "https://bücher.example/v2.0"),
            ("--authority", "https://BÜCHER.example:8443/{policy}/v2.0"),
            ("--issuer", "https://bücher.example"), ("--task-web-api", "https://bücher.example/tasks"),
            ("--redirect-uri", "https://bücher.example/auth/openid/return"),
            ("--same-users-as", "https://bücher.example"),
        ])
    func internationalHost(option: String, url: String) {
        let faults = SettingsReading.faults([option, url])
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.hasSuffix("write it in its ASCII form, xn--bcher-kva.example (from \(option))") == true)
    }

    @Test("Other characters than ASCII, where no host has them, are to be percent-encoded")
    func internationalPath() {
        let fault = SettingsReading.faults(["--task-web-api", "https://api.example/aufgäben"]).first
        #expect(fault?.contains("after its host; write them percent-encoded") == true)
        let hidden = SettingsReading.faults(["--task-web-api", "https://ä:hidden@bücher.example/"])
        #expect(hidden.count == 1 && !hidden.joined().contains("hidden") && !hidden.joined().contains("xn--"))
    }

    @Test("A host that has no ASCII form is refused in words alone")
    func noASCIIForm() {
        let fault = SettingsReading.faults(["--task-web-api", "https://ü..example/"]).first
        #expect(fault?.contains("write it in its ASCII form (xn--…) (from") == true)
    }

    @Test(
        "A database of an unknown kind is refused, and its URL is not printed",
        arguments: [
            "postgresql://u:hid%zzden@db/x", "postgres://u:hidden@db/x?nosuch=1", "postgresql:hidden", "hidden",
            "sqlite:", "postgresql://u:hidden/x@db/x",
        ])
    func database(value: String) {
        let faults = SettingsReading.faults([], ["LATCHKEY_DATABASE": value])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("database: the ") == true)
        #expect(!faults.joined().contains("hid"))
    }

    @Test("A SQLite database that is no file is refused", arguments: [":memory:", "file:x?mode=memory"])
    func noFile(name: String) {
        let faults = SettingsReading.faults(["--database", "sqlite:\(name)"])
        #expect(faults == ["database: \(name) names no file; write sqlite:PATH (from --database)"])
    }

    @Test("A line break at the end of a setting's value is ignored, in the environment as in a file")
    func lastLineBreak() throws {
        let read = try SettingsReading.read(
            [], ["LATCHKEY_DATABASE": " sqlite:/x\n", "LATCHKEY_CLIENT_SECRET": " s3cret \n"])
        #expect(read.database == .sqlite(path: "/x"))
        #expect(read.clientSecret?.value == " s3cret ")
        let faults = SettingsReading.faults([], ["LATCHKEY_CLIENT_SECRET": "one\ntwo"])
        #expect(faults.count == 1 && faults.first?.contains("such as a line break; remove it") == true, "\(faults)")
    }

    @Test(
        "A secret in the place of its file's path isn't printed",
        arguments: [
            ("--client-secret-file", "hidden"), ("--client-secret-file", "abc8Q~hidden.x"),
            ("--client-assertion-file", "eyJ.hidden.x"), ("--client-key-file", "MII/hidden"),
            ("--client-key-file", "-----BEGIN PRIVATE KEY-----\nhidden"),
            ("--database-file", "postgresql://u:hidden@db/x"), ("--session-keys-file", "hidden+key="),
            ("--client-assertion-file", "one\nhidden"), ("--settings", #"{"clientSecret":"hidden"}"#),
        ])
    func secretAsPath(option: String, value: String) {
        let faults = SettingsReading.faults(
            [option, value, "--authority", "https://login.example/", "--client-id", "c"])
        #expect(faults.contains { $0.contains("is no path of a file that is there") }, "\(faults)")
        #expect(!faults.joined().contains("hidden"))
    }

    @Test("A database of PostgreSQL's is taken, from a file too, and printing the configuration doesn't show it")
    func postgreSQL() throws {
        let text = "postgresql://u:hidden@db.example/latchkey?sslmode=verify-full&sslrootcert=/etc/roots.pem"
        let url = try #require(try PostgreSQLURL(text))
        for configuration in [
            try SettingsReading.read(["--database", text]),
            try SettingsReading.read(["--database-file", "d"], texts: ["d": "\(text)\n"]),
        ] {
            #expect(configuration.database == .postgreSQL(url))
            var dumped = "\(configuration) \(String(reflecting: configuration))"
            dump(configuration, to: &dumped)
            #expect(!dumped.contains("hidden"))
        }
    }

    @Test(
        "Every word for true and false is accepted",
        arguments: [
            ("true", true), ("YES", true), ("1", true), ("on", true), ("false", false), ("No", false), ("0", false),
            ("off", false),
        ])
    func booleans(word: String, value: Bool) throws {
        #expect(try SettingsReading.read(["--show-claims", word]).showClaims == value)
    }

    @Test("Settings have values of their types")
    func good() throws {
        let configuration = try SettingsReading.read(
            [
                "--listen", "[::1]:8443", "--api-listen=api.localhost:80", "--session-lifetime", "600", "--api-timeout",
                "0.25",
                "--max-connections", "7", "--max-tasks", "8", "--max-sessions", "9",
                "--device-binding", "require", "--delete-max-age", "2592000", "--client-capabilities", "cp1 cp2,c'p",
                "--trusted-proxies", "10.0.0.0/8, ::1", "--correlation-id", "9F2B8A64-3A2B-4C1D-8E7F-0123456789ab",
                "--response-mode",
                "form_post",
                "--extra-query-parameters", "domain_hint=a+b&max_age=60", "--log-level", "debug", "--log-format",
                "json", "--full-screen",
                "no",
                "--session-keys", "\(SettingsReading.otherKey)=", "--database", "sqlite:/data/x.sqlite", "--prompt",
                "select_account",
            ])
        #expect(configuration.listen.host == "::1")
        #expect(configuration.listen.port == 8443)
        #expect(configuration.apiListen.description == "api.localhost:80")
        #expect(configuration.sessionLifetime == .seconds(600))
        #expect(configuration.apiTimeout == .milliseconds(250))
        #expect(configuration.maxConnections == 7)
        #expect(configuration.maxTasks == 8)
        #expect(configuration.maxSessions == 9)
        #expect(configuration.deviceBinding == .require)
        #expect(configuration.deleteMaxAge == .seconds(2_592_000))
        #expect(configuration.clientCapabilities == ["cp1", "cp2", "c'p"])
        #expect(configuration.trustedProxies == [AddressRange("10.0.0.0/8"), AddressRange("::1")].compactMap(\.self))
        #expect(configuration.correlationId == "9F2B8A64-3A2B-4C1D-8E7F-0123456789ab")
        #expect(configuration.responseMode == .formPost)
        #expect(configuration.extraQueryParameters.fields.encoded == "domain_hint=a+b&max_age=60")
        #expect(configuration.extraQueryParameters.maximumAge == 60)
        #expect(configuration.logLevel == .debug)
        #expect(configuration.logFormat == .json)
        #expect(!configuration.fullScreen)
        #expect(configuration.sessionKeys?.map(\.text) == [SettingsReading.otherKey])
        #expect(configuration.database == .sqlite(path: "/data/x.sqlite"))
        #expect(configuration.prompt == "select_account")
    }

    @Test(
        "Plain http is accepted on this machine",
        arguments: [
            "http://localhost:1/x", "http://127.0.0.1/x", "http://127.9.8.7:2/x", "http://[::1]:3/x",
            "https://login.example/x",
        ])
    func loopback(url: String) throws {
        let configuration = try SettingsReading.read(["--authority", url, "--client-id", "c", "--task-web-api", url])
        #expect(configuration.authority == url)
        #expect(configuration.taskWebAPI?.description == url)
    }

    @Test("Printing the configuration shows no secret")
    func printing() throws {
        let configuration = try SettingsReading.read(
            ["--client-secret", "hidden", "--session-keys", SettingsReading.key, "--client-key-file", "k"],
            texts: ["k": SettingsReading.privateKey])
        var dumped = "\(configuration) \(String(reflecting: configuration))"
        dump(configuration, to: &dumped)
        #expect(configuration.clientSecret?.value == "hidden")
        #expect(configuration.clientKeyFile?.contents.value == SettingsReading.privateKey)
        #expect(!dumped.contains("hidden"))
        #expect(!dumped.contains(SettingsReading.key))
        #expect(!dumped.contains("PRIVATE KEY"))
    }
}
