import HTTPTransport
import HTTPTypes
import MisbehavingProvider

@testable import SelfTest

/// A party that takes everything: what it should have refused, and UserInfo that it should have passed over.
struct CredulousParty: Party {
    let party: LibraryParty

    func signIn() async throws -> SignInReport {
        var report = try await party.signIn()
        report.outcome = .signedIn(hasUserInfo: true)
        return report
    }
}

/// A party that refuses everything.
struct TimidParty: Party {
    let party: LibraryParty

    func signIn() async throws -> SignInReport {
        var report = try await party.signIn()
        report.outcome = .refused
        return report
    }
}

/// A party that refuses what it has to, and asks UserInfo all the same.
struct TalkativeParty: Party {
    let party: LibraryParty
    let provider: MisbehavingProvider

    func signIn() async throws -> SignInReport {
        let report = try await party.signIn()
        if report.outcome == .refused {
            _ = try await party.transport.send(
                TransportRequest(.get, provider.url.replacing(path: Endpoint.userInfo.rawValue)))
        }
        return report
    }
}
