import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite struct PoolStateTests {
    private let now = ContinuousClock.now
    private let unreachable = PostgreSQLStorageError(.unreachable, "unreachable")

    private final class Call: PendingCall {
        let started: ContinuousClock.Instant
        let access: DatabaseAccess
        init(_ access: DatabaseAccess, started: ContinuousClock.Instant = .now) {
            (self.access, self.started) = (access, started)
        }
        func perform(on connection: PostgreSQLConnection) -> Bool { true }
        func fail(_ error: PostgreSQLStorageError) {}
    }

    private enum Name: Equatable { case perform, connect, wait, waitUntil, end }

    private func next(_ state: inout PoolState, isConnected: Bool = false, after pause: Duration = .zero) -> Name {
        switch state.next(isConnected: isConnected, now: now + pause) {
        case .perform: .perform
        case .connect: .connect
        case .wait(until: nil): .wait
        case .wait: .waitUntil
        case .end: .end
        }
    }

    private func submit(_ state: inout PoolState, _ access: DatabaseAccess = .reading) -> PostgreSQLStorageError? {
        state.submit(Call(access))
    }

    private func giveBack(_ state: inout PoolState) -> PostgreSQLStorageError? { state.putBack(Call(.reading)) }

    private func made(_ state: inout PoolState) -> Bool { state.connectionMade() }

    /// A thread connects for a call and performs it.
    private func connect(_ state: inout PoolState) {
        #expect(submit(&state) == nil)
        #expect(next(&state) == .connect)
        #expect(!made(&state))
        #expect(next(&state, isConnected: true) == .perform)
    }

    private func failed(_ state: inout PoolState) -> (calls: [any PendingCall], isNew: Bool) {
        state.connectionFailed(unreachable, now: now)
    }

    private func close(_ state: inout PoolState) -> Int { state.close().count }

    @Test("No thread connects before there is a call, nor while one that waits with a connection can perform it")
    func growth() {
        var state = PoolState(connectionCount: 3)
        #expect(next(&state) == .wait)
        #expect(submit(&state) == nil)
        #expect(next(&state) == .connect)
        #expect(!made(&state))
        #expect(next(&state, isConnected: true) == .perform)
        #expect(next(&state, isConnected: true) == .wait)
        state.beginIdling()
        #expect(submit(&state) == nil)
        #expect(next(&state) == .wait)
        #expect(submit(&state) == nil)
        #expect(next(&state) == .connect)
    }

    @Test(
        "During an outage calls fail at once, and one thread at a time reconnects, at intervals up to half a second"
    )
    func outage() {
        var state = PoolState(connectionCount: 3)
        #expect(submit(&state) == nil)
        #expect(next(&state) == .connect)
        let (calls, isNew) = failed(&state)
        #expect(calls.count == 1 && isNew)
        #expect(submit(&state) == unreachable)
        #expect(next(&state) == .waitUntil)
        #expect(next(&state, after: .milliseconds(50)) == .connect)
        #expect(next(&state, after: .seconds(9)) == .wait)
        for _ in 0..<40 {
            #expect(!failed(&state).isNew)
            #expect(next(&state, after: .milliseconds(500)) == .connect)
        }
        #expect(!failed(&state).isNew)
        #expect(next(&state, after: .milliseconds(350)) == .waitUntil)
        #expect(next(&state, after: .milliseconds(500)) == .connect)
        #expect(made(&state))
        #expect(submit(&state) == nil)
        #expect(state.epoch == 1)
    }

    @Test("Threads that were connecting when an outage started are waited for before another one tries")
    func connectingAtOutage() {
        var state = PoolState(connectionCount: 3)
        connect(&state)
        for _ in 0..<2 { #expect(submit(&state) == nil) }
        for _ in 0..<2 { #expect(next(&state) == .connect) }
        #expect(state.connectionSilent(unreachable, of: 0, now: now).calls.count == 2)
        #expect(next(&state, after: .seconds(9)) == .wait)
        #expect(!failed(&state).isNew)
        #expect(next(&state, after: .seconds(9)) == .wait)
        #expect(!failed(&state).isNew)
        #expect(next(&state, after: .seconds(9)) == .connect)
        #expect(next(&state, after: .seconds(9)) == .wait)
    }

    @Test("A connection from before an outage that falls silent after it starts no other one")
    func lateSilence() {
        var state = PoolState(connectionCount: 3)
        connect(&state)
        connect(&state)
        #expect(state.connectionSilent(unreachable, of: 0, now: now).isNew)
        #expect(next(&state, after: .seconds(1)) == .connect)
        #expect(made(&state))
        #expect(submit(&state) == nil)
        let (calls, isNew) = state.connectionSilent(unreachable, of: 0, now: now)
        #expect(calls.isEmpty && !isNew && state.epoch == 1)
        #expect(submit(&state) == nil)
        #expect(state.connectionSilent(unreachable, of: 1, now: now).calls.count == 2)
    }

    @Test("A server that refuses further connections is no outage for connected threads")
    func full() {
        var state = PoolState(connectionCount: 3)
        connect(&state)
        #expect(submit(&state) == nil)
        #expect(next(&state) == .connect)
        let (calls, isNew) = failed(&state)
        #expect(calls.isEmpty && !isNew)
        #expect(next(&state) == .waitUntil)
        #expect(next(&state, isConnected: true) == .perform)
        #expect(submit(&state) == nil)
        #expect(next(&state, after: .seconds(1)) == .connect)
        state.connectionLost()
        #expect(failed(&state).isNew)
    }

    @Test("If several threads connect at once, those that are refused wait for the others, of which the last decides")
    func severalConnect() {
        for isGiven in [true, false] {
            var state = PoolState(connectionCount: 3)
            for _ in 0..<3 { #expect(submit(&state) == nil) }
            for _ in 0..<3 { #expect(next(&state) == .connect) }
            for _ in 0..<2 {
                let (calls, isNew) = failed(&state)
                #expect(calls.isEmpty && !isNew)
                // Else the attempts of several threads at a silent server could overlap for ever.
                #expect(next(&state, after: .seconds(9)) == .wait)
            }
            if isGiven {
                #expect(!made(&state))
                #expect(next(&state, isConnected: true) == .perform)
            } else {
                let (calls, isNew) = failed(&state)
                #expect(calls.count == 3 && isNew)
            }
            #expect(state.epoch == (isGiven ? 0 : 1))
        }
    }

    @Test("A call that couldn't be started goes first, and once the pool is closed it is refused")
    func putBack() {
        var state = PoolState(connectionCount: 3)
        connect(&state)
        #expect(submit(&state) == nil && submit(&state) == nil)
        #expect(next(&state, isConnected: true) == .perform)
        #expect(giveBack(&state) == nil)
        #expect(next(&state, isConnected: true) == .perform)
        #expect(close(&state) == 1)
        #expect(giveBack(&state)?.kind == .shutDown)
        #expect(close(&state) == 0)
    }

    @Test("A call beyond the maximum that may wait is refused, and so is each call after the pool was closed")
    func limits() {
        var state = PoolState(connectionCount: 3)
        for _ in 0..<PoolState.capacity { #expect(submit(&state) == nil) }
        #expect(submit(&state)?.kind == .overloaded)
        #expect(close(&state) == PoolState.capacity)
        #expect(submit(&state)?.kind == .shutDown)
        #expect(next(&state) == .end)
        #expect(next(&state, isConnected: true) == .end)
    }

    /// A thread with a connection takes a call that writes.
    private func write(_ state: inout PoolState) {
        #expect(next(&state, isConnected: true) == .perform)
    }

    @Test("However many calls wait to write, one connection stays free for calls that read")
    func reads() {
        var state = PoolState(connectionCount: 3)
        for _ in 0..<4 { #expect(submit(&state, .writing) == nil) }
        write(&state)
        write(&state)
        #expect(!state.needsConnection)
        #expect(next(&state, isConnected: true) == .wait)
        #expect(submit(&state) == nil)
        #expect(next(&state, isConnected: true) == .perform)
        #expect(next(&state, isConnected: true) == .wait)
        #expect(state.endWrite(.committed) == nil)
        #expect(next(&state, isConnected: true) == .perform)
        #expect(state.endWrite(.nothing) == nil)
    }

    @Test("A pool of one connection lets calls write")
    func oneConnection() {
        var state = PoolState(connectionCount: 1)
        #expect(submit(&state, .writing) == nil)
        #expect(next(&state) == .connect)
        #expect(!made(&state))
        write(&state)
    }

    @Test("A call that has waited three seconds fails, whether it reads or writes")
    func lateCalls() {
        var state = PoolState(connectionCount: 3)
        #expect(late(&state, after: .zero) == [])
        for (access, age) in [(DatabaseAccess.reading, 2), (.writing, 1), (.reading, 0)] {
            #expect(state.submit(Call(access, started: now - .seconds(age))) == nil)
        }
        #expect(late(&state, after: .seconds(0.9), next: .seconds(1)) == [])
        #expect(late(&state, after: .seconds(1), next: .seconds(2)) == [.reading])
        #expect(late(&state, after: .seconds(2), next: .seconds(3)) == [.writing])
        #expect(late(&state, after: .seconds(4)) == [.reading])
    }

    /// - Parameter next: When the next call is late; `nil` if none waits.
    private func late(_ state: inout PoolState, after pause: Duration, next: Duration? = nil) -> [DatabaseAccess] {
        let late = state.takeLate(now: now + pause)
        #expect(late.error.kind == .overloaded)
        #expect(late.next == next.map { now + $0 })
        return late.calls.map(\.access)
    }

    @Test("A call that is late while no commit gets through fails by the reason for that")
    func lateInStall() {
        var state = PoolState(connectionCount: 3)
        for _ in 0..<2 { #expect(submit(&state, .writing) == nil) }
        write(&state)
        #expect(state.endWrite(.silent(unreachable)) == .started)
        let late = state.takeLate(now: now + .seconds(60))
        #expect(late.calls.count == 1 && late.error == unreachable)
    }

    @Test("After a silent write, writes are tried one at a time until one commits, and reads go on")
    func stall() {
        var state = PoolState(connectionCount: 3)
        connect(&state)
        connect(&state)
        for _ in 0..<3 { #expect(submit(&state, .writing) == nil) }
        write(&state)
        #expect(state.endWrite(.silent(unreachable)) == .started)
        state.connectionLost()
        write(&state)
        #expect(next(&state, isConnected: true) == .wait)
        #expect(submit(&state) == nil)
        #expect(next(&state, isConnected: true) == .perform)
        // A new connection shows whether the server responds to others.
        #expect(next(&state) == .connect)
        #expect(!made(&state))
        #expect(state.endWrite(.nothing) == nil)
        write(&state)
        #expect(next(&state, isConnected: true) == .wait)
        #expect(state.endWrite(.committed) == .ended)
        for _ in 0..<2 {
            #expect(submit(&state, .writing) == nil)
            write(&state)
        }
    }

    @Test("If no connection can be made after a silent write, the server is unreachable for all")
    func stallIsOutage() {
        var state = PoolState(connectionCount: 3)
        connect(&state)
        #expect(submit(&state, .writing) == nil)
        write(&state)
        #expect(state.endWrite(.silent(unreachable)) == .started)
        #expect(next(&state) == .connect)
        let (_, isNew) = failed(&state)
        #expect(!isNew && submit(&state) == unreachable && state.epoch == 1)
        #expect(next(&state, after: .seconds(1)) == .connect)
        #expect(!made(&state), "the log has the return once something is stored")
        #expect(submit(&state, .writing) == nil)
        write(&state)
        #expect(state.endWrite(.committed) == .ended)
    }
}
