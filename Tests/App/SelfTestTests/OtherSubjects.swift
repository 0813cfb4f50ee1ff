import HTTPTransport
import HTTPTypes
import MisbehavingProvider

@testable import SelfTest

/// A relying party that accepts everything: what it should have refused, and UserInfo that it should have ignored.
struct CredulousSubject: SignInSubject {
    let subject: LibrarySubject

    func signIn() async throws -> SignInReport {
        var report = try await subject.signIn()
        report.outcome = .signedIn(hasUserInfo: true)
        return report
    }
}

/// A relying party that refuses everything.
struct TimidSubject: SignInSubject {
    let subject: LibrarySubject

    func signIn() async throws -> SignInReport {
        var report = try await subject.signIn()
        report.outcome = .refused
        return report
    }
}

/// A relying party that refuses what it has to, and requests UserInfo all the same.
struct TalkativeSubject: SignInSubject {
    let subject: LibrarySubject
    let provider: ScriptedProvider

    func signIn() async throws -> SignInReport {
        let report = try await subject.signIn()
        if report.outcome == .refused {
            _ = try await subject.transport.send(
                TransportRequest(.get, provider.url.replacing(path: Endpoint.userInfo.rawValue)))
        }
        return report
    }
}
