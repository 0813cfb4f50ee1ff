import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// Requests that meet a refresh which the authority keeps waiting.
@Suite(.timeLimit(.minutes(1))) struct SlowRefreshTests {
    private let gate: Gate
    private let sample: Sample
    private let site: WebSignIn

    init() throws {
        gate = Gate()
        sample = try Sample(.held(by: gate))
        site = try sample.site()
    }

    @Test("While a token is valid its refresh delays no request for long, and its result is used once it arrives")
    func valid() async throws {
        let session = try await sample.signedIn(.expiring(in: 30))
        let start = ContinuousClock.now
        for _ in 0..<9 {
            let slot = RequestSession(session, at: site)
            #expect(try await slot.accessToken() == "access-0" && slot.change.isNone)
        }
        // Only the first waits.
        #expect(start.duration(to: .now) < SessionRefresher.patience * 5)
        gate.open()
        // A refresh for a useless token waits for the one under way.
        _ = try await site.refresher.refresh(session, unusable: "access-0")
        #expect(try await RequestSession(session, at: site).accessToken() == "access-1")
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("A request waits for the refresh, however slow, if its token might expire meanwhile", arguments: [0, 1, 2])
    func lastMoment(secondsLeft: Int64) async throws {
        let session = try await sample.signedIn(.expiring(in: 30))
        let late = session.with { $0.accessToken = Session.expiring(in: secondsLeft).accessToken }
        let token = Task { try await RequestSession(late, at: site).accessToken() }
        await gate.waitForArrival()
        // Another request of the session has waited long enough by then.
        #expect(try await RequestSession(session, at: site).accessToken() == "access-0")
        gate.open()
        #expect(try await token.value == "access-1" && sample.authority.consumed == ["refresh-0"])
    }
}
