/// Times the libraries alone, without a server, and prints what a call costs.
///
///     make libraries-benchmark
///     .build/release/LibraryBenchmark [--rounds COUNT] [--url URL] [--sqlite FILE] [--postgresql URL]
///
/// `--url` is where a transfer fetches from; `--sqlite` and `--postgresql` are databases for tasks, to which it adds
/// some. The loops take turns, and each line has the medians of the rounds.
@main
struct LibraryBenchmark {
    static func main() async throws {
        let options = try Options(CommandLine.arguments.dropFirst())
        var loops = try cookieLoops()
        for algorithm in LocalProvider.Algorithm.allCases { loops += try await tokenLoops(algorithm) }
        loops.append(try pageLoop())
        if let url = options["url"] { loops += try transferLoops(url) }
        if let file = options["sqlite"] { loops += try await storeLoops(sqlite: file) }
        if let url = options["postgresql"] { loops += try await storeLoops(postgreSQL: url) }

        var calls: [Int] = []
        for loop in loops { calls.append(try await loop.callsOfRound()) }
        var costs = loops.map { _ in [TimedLoop.Cost]() }
        for _ in 0..<options.rounds {
            for (index, loop) in loops.enumerated() { costs[index].append(try await loop.cost(of: calls[index])) }
        }
        print("call\tCPU µs\tclock µs")
        for (loop, costs) in zip(loops, costs) {
            print("\(loop.name)\t\(median(costs.map(\.cpu)))\t\(median(costs.map(\.clock)))")
        }
    }

    /// The median, to two decimals.
    private static func median(_ values: [Double]) -> Double {
        (values.sorted()[values.count / 2] * 100).rounded() / 100
    }
}

/// The command line: pairs of a name and a value.
private struct Options {
    private static let names: Set = ["rounds", "url", "sqlite", "postgresql"]

    let rounds: Int
    private var values: [String: String] = [:]

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), Self.names.contains(String(name.dropFirst(2))), let value = rest.popFirst()
            else { throw BenchmarkError("\(name): no such option, or its value is missing") }
            values[String(name.dropFirst(2))] = value
        }
        guard let rounds = Int(values["rounds"] ?? "9"), rounds > 0 else {
            throw BenchmarkError("--rounds takes a number from 1")
        }
        self.rounds = rounds
    }

    subscript(name: String) -> String? { values[name] }
}

/// A call that should have succeeded, or options that can't be used.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
