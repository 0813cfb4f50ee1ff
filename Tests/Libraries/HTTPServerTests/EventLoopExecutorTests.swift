import NIOCore
import NIOPosix
import Testing

@testable import HTTPServer

@Suite struct EventLoopExecutorTests {
    @Test("A task that prefers an executor runs on its loop, also after each suspension and in child tasks")
    func runsOnLoop()
        async
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        await withTaskExecutorPreference(EventLoopExecutor(loop)) {
            #expect(loop.inEventLoop)
            await Task.yield()
            #expect(loop.inEventLoop)
            try? await Task.sleep(for: .milliseconds(1))
            #expect(loop.inEventLoop)
            async let child = loop.inEventLoop
            #expect(await child)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 { group.addTask { loop.inEventLoop } }
                for await isOnLoop in group { #expect(isOnLoop) }
            }
        }
        #expect(!loop.inEventLoop)
    }

    @Test("An executor runs all of ten thousand jobs") func many() async {
        let executor = EventLoopExecutor(MultiThreadedEventLoopGroup.singleton.next())
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<10_000 { group.addTask(executorPreference: executor) { 1 } }
            return await group.reduce(0, +)
        }
        #expect(count == 10_000)
    }

    @Test("An event loop group has an executor for each of its loops, and none for another group's") func executors()
        async throws
    {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 3)
        let executors = EventLoopExecutors(group)
        let found = group.makeIterator().compactMap { executors[$0] }
        #expect(Set(found.map(ObjectIdentifier.init)).count == 3)
        #expect(executors[MultiThreadedEventLoopGroup.singleton.next()] == nil)
        for loop in group.makeIterator() {
            await withTaskExecutorPreference(executors[loop]) { #expect(loop.inEventLoop) }
        }
        try await group.shutdownGracefully()
    }
}
