import Synchronization
import SystemLibrary
import Testing

@testable import SystemSupport

@Suite struct DedicatedThreadTests {
    @Test("The end of a thread comes after all that its body does") func ended() async throws {
        let isDone = Mutex(false)
        let thread = try #require(DedicatedThread { isDone.withLock { $0 = true } })
        await thread.ended()
        #expect(isDone.withLock { $0 })
    }

    #if os(Linux)
        @Test("On Linux a thread has the policy SCHED_BATCH, and the thread that starts it keeps its own")
        func policy() throws {
            let before = sched_getscheduler(0)
            let policy = Mutex<Int32>(-1)
            let thread = try #require(DedicatedThread { policy.withLock { $0 = sched_getscheduler(0) } })
            // No other code runs on this thread in between.
            thread.join()
            #expect(sched_getscheduler(0) == before)
            // 3 is SCHED_BATCH, which Swift doesn't import.
            #expect(policy.withLock { $0 } == (before == SCHED_OTHER ? 3 : before))
        }
    #endif
}
