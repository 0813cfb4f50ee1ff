import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

@testable import OpenIDConnect

@Suite struct CachedDocumentTests {
    /// A clock and a source of numbers, both in a test's hands.
    private final class World: Sendable {
        struct State {
            var now = 1_800_000_000.0
            var fetches = 0
            var isUnreachable = false
        }
        let state = Mutex(State())

        func document() -> CachedDocument<Int> {
            CachedDocument(now: { self.date }) {
                () async throws(OpenIDConnectError) in
                for _ in 0..<10 { await Task.yield() }
                let (count, isUnreachable) = self.state.withLock {
                    $0.fetches += 1
                    return ($0.fetches, $0.isUnreachable)
                }
                if isUnreachable { throw OpenIDConnectError(.providerUnreachable, "unreachable") }
                return (count, 100)
            }
        }
        var date: Date { Date(timeIntervalSince1970: state.withLock { $0.now }) }
        func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }
        func set(unreachable: Bool) { state.withLock { $0.isUnreachable = unreachable } }
        var fetches: Int { state.withLock { $0.fetches } }
    }

    @Test("A document is cached for its lifetime, then refetched")
    func lifetime() async throws {
        let world = World()
        let document = world.document()
        #expect(try await document.value() == 1)
        world.pass(99)
        #expect(try await document.value() == 1)
        world.pass(2)
        #expect(try await document.value() == 2)
    }

    @Test("Many callers at once share one fetch")
    func shared() async throws {
        let world = World()
        let document = world.document()
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await document.value() } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(values == [1])
        #expect(world.fetches == 1)
    }

    @Test("A cancelled caller doesn't cancel the fetch that others wait for")
    func cancelled() async throws {
        let world = World()
        let document = world.document()
        let first = Task { try await document.value() }
        first.cancel()
        #expect(try await document.value() == 1)
        _ = await first.result
        #expect(world.fetches == 1)
    }

    @Test("While the source is unreachable, the old document is used, but not as a fresh one")
    func unreachable() async throws {
        let world = World()
        let document = world.document()
        _ = try await document.value()
        world.set(unreachable: true)
        world.pass(1000)
        #expect(try await document.value() == 1)
        await expectKind(.providerUnreachable) { try await document.freshValue() }
        world.set(unreachable: false)
        world.pass(10)
        #expect(try await document.value() == 4)
    }

    @Test(
        "While the source is silent, the old document is used, and the new one once it arrives",
        .timeLimit(.minutes(1)))
    func silent() async throws {
        let world = World()
        let (responses, source) = AsyncStream.makeStream(of: Int.self)
        let document = CachedDocument(refetchGrace: .zero, now: { world.date }) {
            () async throws(OpenIDConnectError) in
            (await responses.first { _ in true } ?? 0, 100)
        }
        source.yield(1)
        #expect(try await document.value() == 1)
        world.pass(101)
        #expect(try await document.value() == 1)
        let newest = Task { try await document.freshValue() }
        #expect(try await document.value() == 1)
        source.yield(2)
        #expect(try await newest.value == 2)
        #expect(try await document.value() == 2)
    }

    @Test("A document whose lifetime has ended long ago is used only once a fetch has failed", .timeLimit(.minutes(1)))
    func tooOld() async throws {
        let world = World()
        let (responses, source) = AsyncStream.makeStream(of: Int.self)
        let document = CachedDocument(refetchGrace: .zero, now: { world.date }) {
            () async throws(OpenIDConnectError) in
            let response = await responses.first { _ in true } ?? 0
            if response < 0 { throw OpenIDConnectError(.providerTimedOut, "silent") }
            return (response, 100)
        }
        source.yield(1)
        #expect(try await document.value() == 1)
        for (age, response, value) in [(701.0, 2, 2), (701, -1, 2)] {
            world.pass(age)
            async let waiting = document.value()
            // Nothing shows that it waits; if it didn't, it would most probably have the old one by now.
            for _ in 0..<1000 { await Task.yield() }
            source.yield(response)
            #expect(try await waiting == value)
        }
        world.pass(6)
        #expect(try await document.value() == 2)
        source.yield(3)
        #expect(try await document.freshValue() == 3)
    }

    @Test("Without an old document the failure is thrown, and the next call tries again")
    func nothing() async throws {
        let world = World()
        let document = world.document()
        world.set(unreachable: true)
        await expectKind(.providerUnreachable) { try await document.value() }
        world.set(unreachable: false)
        #expect(try await document.value() == 2)
    }

    @Test("A document is refetched at most once within the given time, however often that is requested")
    func renewed() async throws {
        let world = World()
        let document = world.document()
        _ = try await document.value()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await document.renewedValue(notWithin: 60).value } }
            for try await value in group { #expect(value == 2) }
        }
        world.pass(59)
        #expect(try await document.renewedValue(notWithin: 60).value == 2)
        #expect(try await document.renewedValue(notWithin: 5).value == 3)
        #expect(try await document.renewedValue(notWithin: 5).value == 3)
        world.pass(61)
        #expect(try await document.renewedValue(notWithin: 60).value == 4)
    }

    @Test("A caller with a long minimum interval delays no refetch by a caller with a shorter one")
    func renewedForOthers() async throws {
        let world = World()
        let document = world.document()
        _ = try await document.value()
        #expect(try await document.renewedValue(notWithin: 60).value == 2)
        #expect(try await document.renewedValue(notWithin: 5).value == 3)
        world.pass(6)
        #expect(try await document.renewedValue(notWithin: 60).value == 3)
    }

    @Test(
        "A failed refetch throws to all callers until the next refetch, and the old document stays in use"
    )
    func renewalFailed() async throws {
        let world = World()
        let document = world.document()
        _ = try await document.value()
        world.set(unreachable: true)
        await expectKind(.providerUnreachable) { try await document.renewedValue(notWithin: 60).value }
        world.set(unreachable: false)
        await expectKind(.providerUnreachable) { try await document.renewedValue(notWithin: 60).value }
        #expect(world.fetches == 2)
        #expect(try await document.value() == 1)
        #expect(try await document.renewedValue(notWithin: 5).value == 3)
        #expect(try await document.renewedValue(notWithin: 60).value == 3)
    }

    @Test("After a failed refetch the next one may start in five seconds, whatever the minimum interval is")
    func renewalAfterFault() async throws {
        let world = World()
        let document = world.document()
        _ = try await document.value()
        world.set(unreachable: true)
        await expectKind(.providerUnreachable) { try await document.renewedValue(notWithin: 60).value }
        world.set(unreachable: false)
        world.pass(4)
        await expectKind(.providerUnreachable) { try await document.renewedValue(notWithin: 60).value }
        world.pass(1)
        #expect(try await document.renewedValue(notWithin: 60).value == 3)
        world.pass(59)
        #expect(try await document.renewedValue(notWithin: 60).isWithheld)
    }

    @Test("A clock that is set back doesn't cache a document for ever")
    func clock() async throws {
        let world = World()
        let document = world.document()
        _ = try await document.value()
        world.pass(-1_000_000)
        #expect(try await document.value() == 2)
        #expect(try await document.renewedValue(notWithin: 60).value == 3)
    }

    @Test(
        "A response says how long it may be cached, within a minute and a day",
        arguments: [
            (nil, 3600), ("max-age=600", 600), ("public, MAX-AGE=600", 600), ("max-age=\"600\"", 600),
            ("max-age=1", 60), ("no-store", 60),
            ("no-cache, max-age=600", 60), ("max-age=99999999", 86_400), ("max-age=x", 3600), ("max-age=-1", 3600),
            ("max-age=1e300", 3600), ("max-age=inf", 3600), ("max-age=\(String(repeating: "9", count: 400))", 86_400),
        ] as [(String?, Double)])
    func cacheControl(_ value: String?, _ seconds: Double) {
        var fields = HTTPFields()
        if let value { fields[.cacheControl] = value }
        #expect(CacheLifetime.seconds(of: fields) == seconds)
    }

    @Test(
        "Age is subtracted from the lifetime, and Expires counts if Cache-Control has no lifetime",
        arguments: [
            ([.cacheControl: "max-age=600", .age: "200"], 400), ([.cacheControl: "max-age=600", .age: "100000"], 60),
            ([.cacheControl: "max-age=600", .age: "-5"], 600), ([.cacheControl: "max-age=600", .age: "long"], 600),
            ([.cacheControl: "max-age=600", .age: "inf"], 600),
            ([.age: "200"], 3600),
            ([.date: Self.noon, .expires: "Sun, 06 Nov 1994 12:10:00 GMT"], 600),
            ([.date: Self.noon, .expires: "Sun, 06 Nov 1994 12:10:00 GMT", .age: "300"], 300),
            ([.date: Self.noon, .expires: "Sun, 06 Nov 1994 11:00:00 GMT"], 60),
            ([.date: Self.noon, .expires: "0"], 60),
            ([.date: Self.noon, .expires: "Mon, 06 Nov 1995 12:00:00 GMT"], 86_400),
            ([.expires: "Sun, 06 Nov 1994 12:10:00 GMT"], 3600),
            ([.date: Self.noon, .expires: "Sun, 06 Nov 1994 12:10:00 GMT", .cacheControl: "max-age=900"], 900),
        ] as [(HTTPFields, Double)])
    func age(_ fields: HTTPFields, _ seconds: Double) {
        #expect(CacheLifetime.seconds(of: fields) == seconds)
    }

    private static let noon = "Sun, 06 Nov 1994 12:00:00 GMT"
}
