import FoundationEssentials
import HTTPTransport
import TasksWeb
import Testing

@testable import LatchkeyApp

/// The settings file of an iOS sample for Azure AD B2C, which is read as it is.
@Suite struct SampleSettingsTests {
    private struct Sample: Encodable {
        var authority = "https://login.microsoftonline.com/tenant.onmicrosoft.com/"
        var clientId = "7bf688ce-8139-4ca8-9391-02fdb6f86d67"
        var scopes = ["7bf688ce-8139-4ca8-9391-02fdb6f86d67"]
        var additionalScopes = [""]
        var redirectUri = "urn:ietf:wg:oauth:2.0:oob"
        var userId = "test@tenant.onmicrosoft.com"
        var resourceString = "https://graph.example/"
        var taskWebAPI = "https://api.example/tasks"
        var emailSignUpPolicyId = "B2C_1_up"
        var faceBookSignInPolicyId = "B2C_1_facebook"
        var emailSignInPolicyId = "B2C_1_in"
        var fullScreen = false
        var showClaims = true
    }

    private func bytes(_ format: PropertyListDecoder.PropertyListFormat) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return Array(try encoder.encode(Sample()))
    }

    @Test(
        "The sample property list is read in XML and in binary form",
        arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func sample(format: PropertyListDecoder.PropertyListFormat) throws {
        let configuration = try SettingsReading.read(
            ["--settings", "settings.plist"], files: ["settings.plist": try bytes(format)])
        #expect(configuration.authority == "https://login.microsoftonline.com/tenant.onmicrosoft.com/")
        #expect(configuration.clientId == "7bf688ce-8139-4ca8-9391-02fdb6f86d67")
        #expect(configuration.scopes == ["7bf688ce-8139-4ca8-9391-02fdb6f86d67"])
        #expect(configuration.additionalScopes.isEmpty)
        #expect(configuration.redirectURI.description == "http://localhost:3000/auth/openid/return")
        #expect(configuration.taskWebAPI?.description == "https://api.example/tasks")
        #expect(
            configuration.main.policies == [.signIn: "B2C_1_in", .signUp: "B2C_1_up", .facebook: "B2C_1_facebook"])
        #expect(!configuration.fullScreen)
        #expect(configuration.showClaims)
        #expect(
            configuration.notices == [
                "settings: userId and resourceString ignored; redirectUri counts as not given if it is a urn:"
            ])
    }

    @Test("A redirect URI of a lower layer holds where a higher one has a urn:")
    func urnFallsThrough() throws {
        let configuration = try SettingsReading.read(
            ["--redirect-uri", "URN:x"], ["LATCHKEY_REDIRECT_URI": "https://app.example/auth/openid/return"])
        #expect(configuration.publicOrigin == "https://app.example")
        #expect(configuration.notices.count == 1)
    }

    @Test("Without names from earlier programs there is no notice")
    func silent() throws {
        #expect(try SettingsReading.read().notices.isEmpty)
    }
}
