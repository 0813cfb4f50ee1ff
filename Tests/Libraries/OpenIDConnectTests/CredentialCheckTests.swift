import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct CredentialCheckTests {
    private func verdict(
        _ response: TransportResponse, _ credential: ClientCredential = .secret("s3cret")
    ) async throws -> (verdict: CredentialVerdict?, sent: [FakeProvider.Received]) {
        let provider = try await FakeProvider()
        await provider.change { $0.instead["/token"] = response }
        let flow = try SignIn(provider) { $0.clientCredential = credential }
        let verdict = try await flow.party.checkCredential(policy: nil)
        return (verdict, await provider.requests(to: "/token"))
    }

    private func error(_ code: String, _ description: String = "") -> TransportResponse {
        FakeProvider.json(
            .of(["error": .string(code), "error_description": .string(description)]), status: .badRequest)
    }

    @Test("A refused code means that the credential is right") func accepted() async throws {
        for response in [error("invalid_grant"), error("invalid_grant", "AADB2C90080: x")] {
            guard case .accepted = try await verdict(response).verdict else {
                Issue.record("not accepted")
                continue
            }
        }
    }

    @Test("A refused client is distinguished from other errors by the fault") func refused() async throws {
        for (response, fault) in [
            (error("invalid_client"), .clientSecret), (error("unauthorized_client"), .clientID),
            (error("invalid_client", "AADSTS7000222: expired"), .clientSecret),
        ] as [(TransportResponse, ConfigurationFault)] {
            guard case .refused(let error) = try await verdict(response).verdict else {
                Issue.record("not refused: \(fault)")
                continue
            }
            #expect(error.kind == .configuration(fault))
        }
        for response in [
            error("invalid_request"), error("server_error"), TransportResponse(status: .serviceUnavailable),
            TransportResponse(status: .ok), FakeProvider.json(.of(["access_token": .string("a")])),
        ] {
            guard case .unclear = try await verdict(response).verdict else {
                Issue.record("not unclear")
                continue
            }
        }
    }

    @Test("The credential check makes up a new code each time, and sends nothing without a credential") func request()
        async throws
    {
        let first = try #require(try await verdict(error("invalid_grant")).sent.first)
        let second = try #require(try await verdict(error("invalid_grant")).sent.first)
        #expect(first.form[single: "grant_type"] == "authorization_code")
        #expect(first.fields[.authorization] != nil)
        #expect(first.form[single: "code"] != second.form[single: "code"])
        let none = try await verdict(error("invalid_grant"), .none)
        #expect(none.verdict == nil && none.sent.isEmpty)
    }

    @Test("An unreachable token endpoint is an error of the credential check") func unreachable() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.failures["/token"] = TransportError(.timedOut, "too slow") }
        let party = try SignIn(provider).party
        await expectKind(.providerTimedOut) { try await party.checkCredential(policy: nil) }
    }
}
