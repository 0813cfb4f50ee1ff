import CurlTransport
import NIOCore
import NIOPosix
import ProcessSupport
import Testing

@testable import LatchkeyApp

@Suite struct ThreadCountsTests {
    @Test(
        "Threads and connections follow from the event loops, those to databases up to a bound",
        arguments: [
            (1, [1, 256, 4, 3]), (2, [1, 256, 4, 3]), (3, [2, 256, 4, 3]), (8, [4, 256, 8, 4]), (16, [8, 512, 16, 8]),
            (64, [32, 1024, 16, 8]),
        ])
    func counts(eventLoops: Int, expected: [Int]) {
        let counts = ThreadCounts(eventLoops: eventLoops)
        #expect(
            [counts.transfers, counts.idleConnections, counts.taskConnections, counts.sessionConnections] == expected)
    }

    @Test("Calls have the number of their event loop, so that each loop has its thread of libcurl") func numbers()
        async throws
    {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 3)
        let number = CurlClient.number(in: group)
        for (place, loop) in group.makeIterator().enumerated() { #expect(try await loop.submit(number).get() == place) }
        #expect(number() == 0)
        try await group.shutdownGracefully()
    }

    @Test("There are as many event loops as the setting says") func setting() throws {
        for number in [1, 16, 64] {
            #expect(try SettingsReading.read(["--threads", "\(number)"]).threadCounts.eventLoops == number)
        }
    }

    @Test("Without the setting there is one for each processor that the process may use, but two at least")
    func standard() throws {
        let counts = try SettingsReading.read([]).threadCounts
        #expect(counts.eventLoops == min(max(2, ProcessLimits.processors), 64))
    }
}
