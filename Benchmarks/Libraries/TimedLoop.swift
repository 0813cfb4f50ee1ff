import SystemLibrary

/// A call of a library that is repeated and timed.
struct TimedLoop: Sendable {
    /// What a call costs, in microseconds.
    struct Cost {
        /// User and system time of the whole process.
        let cpu: Double
        let clock: Double
    }

    /// The least time of a round, in seconds.
    private static let roundSeconds = 0.1

    let name: String
    /// Makes so many calls.
    let run: @Sendable (Int) async throws -> Void

    init(_ name: String, run: @escaping @Sendable (Int) async throws -> Void) {
        self.name = name
        self.run = run
    }

    /// A loop in which a number of callers call at the same time, as the connections of a busy server do.
    init(_ name: String, callers: Int, _ call: @escaping @Sendable (Int) async throws -> Void) {
        self.init(name) { count in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        for number in stride(from: caller, to: count, by: callers) { try await call(number) }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// The number of calls that take a round's time; finding it warms the library up.
    func callsOfRound() async throws -> Int {
        var calls = 1
        while try await cost(of: calls).clock * Double(calls) < Self.roundSeconds * 1e6 { calls *= 2 }
        return calls
    }

    /// The cost of a call, as the mean of so many.
    func cost(of calls: Int) async throws -> Cost {
        let (cpu, start) = (clock(), ContinuousClock.now)
        try await run(calls)
        // Both are microseconds: POSIX requires a million ticks a second.
        let (spent, took) = (Double(clock() - cpu), (ContinuousClock.now - start) / .microseconds(1))
        return Cost(cpu: spent / Double(calls), clock: took / Double(calls))
    }
}
