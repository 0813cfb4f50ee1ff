import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OpenIDConnect
import SealedCookies
import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

/// The parts that sessions need, on a clock of the test's own.
struct TestSite: Sendable {
    let clock = TestClock()
    let registry = MemorySessionRegistry()
    let memory = RegisterMemory()
    let codec: SealedCookieCodec
    let authority: FakeAuthority
    let relyingParty: RelyingParty

    init(_ authority: FakeAuthority = FakeAuthority()) throws {
        codec = try .test()
        self.authority = authority
        relyingParty = try authority.relyingParty(clock)
    }

    var ended: EndedSessions { memory.ended }
    var register: SessionRegister { SessionRegister(registry: registry, memory: memory) }

    /// A replica's refresher; it reaches the register by a way of its own, where a test gives one.
    func refresher(_ registry: (any SessionRegistry)? = nil) -> SessionRefresher {
        SessionRefresher(
            relyingParty: relyingParty, register: SessionRegister(registry: registry ?? self.registry, memory: memory),
            codec: codec,
            clock: clock.clock, logger: .silent)
    }

    /// A transport for the session of one request.
    func bearer(
        _ slot: SessionSlot, over base: any Transport, _ refresher: SessionRefresher? = nil
    ) -> BearerTransport {
        BearerTransport(
            base: base, refresher: refresher ?? self.refresher(), register: register, clock: clock.clock, slot: slot)
    }

    static func pages(_ policies: TasksWebConfiguration.Policies = .init()) throws -> PageBuilder {
        PageBuilder(configuration: try configuration(policies: policies), codec: try .test())
    }

    static func configuration(
        redirectURI: String = "http://localhost:3000/auth/openid/return",
        policies: TasksWebConfiguration.Policies = .init()
    ) throws -> TasksWebConfiguration {
        TasksWebConfiguration(
            redirectURI: try #require(HTTPURL(redirectURI)), authorityOrigin: FakeAuthority.issuer,
            tasksAPI: try #require(HTTPURL("http://localhost:3002/tasks")), policies: policies)
    }
}
