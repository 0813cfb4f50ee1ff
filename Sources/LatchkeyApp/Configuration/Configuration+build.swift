import HTTPTransport
import Logging
import OpenIDConnect
import WebServing

extension Configuration {
    /// The configuration of settings that have no fault; what is not given has its default.
    ///
    /// - Throws: Never in practice: it takes a port that makes no URL.
    init(_ given: GivenSettings) throws(SettingsFault) {
        let development = given.text(.authority) == nil
        let listen = given.value(.listen)?.listenAddress ?? ListenAddress(host: "127.0.0.1", port: 3000)
        let tls = given.text(.tlsCertificateFile).flatMap { certificate in
            given.text(.tlsKeyFile).map { TLSFiles(certificate: certificate, key: $0) }
        }
        let policies = PolicyNames(given)
        guard
            let redirectURI = given.value(.redirectUri)?.url
                ?? Self.defaultRedirectURI(port: listen.port, overTLS: tls != nil)
        else {
            throw SettingsFault(faults: [SettingFault(.redirectUri, "can't be made of listen's port; set it")])
        }
        let dataDirectory = given.text(.dataDirectory) ?? ".latchkey"

        authority = given.text(.authority)
        issuer = given.text(.issuer)
        clientId = given.text(.clientId)
        clientSecret = given.text(.clientSecret).map(Secret.init)
        clientAuthentication = given.text(.clientAuthentication).flatMap(ClientAuthenticationMethod.init)
        clientKey = given.contents(.clientKeyFile).map(Secret.init)
        scopes = given.list(.scopes)
        additionalScopes = given.list(.additionalScopes)
        self.redirectURI = redirectURI
        responseMode = given.text(.responseMode).flatMap(ResponseMode.init) ?? .query
        prompt = given.text(.prompt)
        extraQueryParameters =
            given.text(.extraQueryParameters).flatMap(ExtraQueryParameters.init) ?? ExtraQueryParameters()
        self.policies = development && policies.all.isEmpty ? .development : policies

        taskWebAPI = given.value(.taskWebAPI)?.url
        apiAudience = given.text(.apiAudience) ?? given.text(.clientId)
        maxTasks = given.value(.maxTasks)?.count ?? 10000

        showClaims = given.value(.showClaims)?.boolean ?? true
        fullScreen = given.value(.fullScreen)?.boolean ?? true
        correlationId = given.text(.correlationId)

        self.listen = listen
        identityListen = given.value(.identityListen)?.listenAddress ?? ListenAddress(host: "127.0.0.1", port: 3001)
        apiListen = given.value(.apiListen)?.listenAddress ?? ListenAddress(host: "127.0.0.1", port: 3002)
        maxConnections = given.value(.maxConnections)?.count ?? 10000
        trustedProxies = given.list(.trustedProxies).compactMap(AddressRange.init)
        self.tls = tls
        caFile = given.text(.caFile)

        let keys = given.list(.sessionKeys).compactMap { SettingText(text: $0).sessionKey }
        sessionKeys = keys.isEmpty ? nil : keys.map(Secret.init)
        sessionIdleTimeout = given.value(.sessionIdleTimeout)?.duration ?? .seconds(3600)
        sessionLifetime = given.value(.sessionLifetime)?.duration ?? .seconds(43200)
        database = given.value(.database)?.database ?? .sqlite(path: "\(dataDirectory)/latchkey.sqlite")
        self.dataDirectory = dataDirectory

        apiTimeout = given.value(.apiTimeout)?.duration ?? .seconds(10)
        authorityTimeout = given.value(.authorityTimeout)?.duration ?? .seconds(10)
        logLevel = given.text(.logLevel).flatMap(Logger.Level.init(rawValue:)) ?? .info
        logFormat = given.text(.logFormat).flatMap(LogFormat.init) ?? .text
        secretFiles = given.secretFiles
        notices = SettingNotices(given).lines
    }

    /// The reply URL on `localhost`.
    private static func defaultRedirectURI(port: Int, overTLS: Bool) -> HTTPURL? {
        let authority = port == (overTLS ? 443 : 80) ? "localhost" : "localhost:\(port)"
        return HTTPURL("\(overTLS ? "https" : "http")://\(authority)\(replyPath)")
    }
}
