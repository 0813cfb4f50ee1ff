import Foundation
import HTTPTransport

/// What the app needs of `settings.plist`, by the names in the file; the file's other values don't matter.
struct Settings: Decodable {
    let authority: String
    let clientId: String
    let scopes: [String]?
    let redirectUri: String
    let taskWebAPI: String
    let emailSignUpPolicyId: String?
    let emailSignInPolicyId: String?
    let faceBookSignInPolicyId: String?
    let passwordResetPolicyId: String?
    let profileEditPolicyId: String?

    /// Reads `settings.plist` in the working directory.
    static func read() throws -> Settings {
        try PropertyListDecoder().decode(Settings.self, from: Data(contentsOf: URL(filePath: "settings.plist")))
    }

    /// The redirect URI; an iOS app's `urn:` is none for a web app.
    var redirectURI: String {
        redirectUri.hasPrefix("urn:") ? "http://localhost:8080/auth/openid/return" : redirectUri
    }

    /// The port to listen on: the redirect URI's, so that browsers return here.
    var port: Int { HTTPURL(redirectURI)?.port ?? 8080 }

    /// The address of the tasks API.
    var tasks: HTTPURL {
        get throws {
            guard let url = HTTPURL(taskWebAPI) else { throw SettingsError(reason: "taskWebAPI is no http address") }
            return url
        }
    }
}

struct SettingsError: Error {
    let reason: String
}
