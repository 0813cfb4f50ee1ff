/// The names of the settings, as files have them.
enum SettingName: String, CaseIterable, Sendable {
    case authority, issuer, clientId, clientSecret, clientSecretFile, clientAuthentication, clientKeyFile, scopes,
        additionalScopes
    case redirectUri, responseMode, prompt, extraQueryParameters
    case taskWebAPI, apiAudience, maxTasks
    case emailSignUpPolicyId, emailSignInPolicyId, faceBookSignInPolicyId, passwordResetPolicyId, profileEditPolicyId
    case showClaims, fullScreen, correlationId
    case listen, identityListen, apiListen, adminListen, maxConnections, trustedProxies, tlsCertificateFile, tlsKeyFile,
        caFile
    case sessionKeys, sessionKeysFile, sessionIdleTimeout, sessionLifetime, database, databaseFile, dataDirectory
    case apiTimeout, authorityTimeout, logLevel, logFormat
    case userId, resourceString

    /// What all variables begin with.
    static let environmentPrefix = "LATCHKEY_"

    /// The variable: `clientId` is `LATCHKEY_CLIENT_ID`, `taskWebAPI` is `LATCHKEY_TASK_WEB_API`.
    var environmentName: String { Self.environmentPrefix + words.joined(separator: "_").uppercased() }

    /// The option: `clientId` is `--client-id`.
    var option: String { "--" + words.joined(separator: "-").lowercased() }

    /// The name of the setting that names a file with this one's value.
    var fileTwin: SettingName? { SettingName(rawValue: rawValue + "File") }

    /// The parts of the name: one begins where a capital follows a small letter or a digit.
    private var words: [String] {
        rawValue.reduce(into: [""]) { words, character in
            let follows = words[words.count - 1].last.map { $0.isLowercase || $0.isNumber } ?? false
            if character.isUppercase, follows { words.append("") }
            words[words.count - 1].append(character)
        }
    }
}
