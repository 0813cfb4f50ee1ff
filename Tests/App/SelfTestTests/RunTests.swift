import Synchronization
import Testing

@testable import SelfTest

@Suite struct RunTests {
    @Test("This build passes every module, and the report has a line for each")
    func passes() async throws {
        let lines = Mutex<[String]>([])
        let allPassed = try await SelfTestRunner.run { line in lines.withLock { $0.append(line) } }
        let report = lines.withLock { $0 }
        let count = ModuleTable.all.flatMap(\.modules).count
        #expect(report.filter { $0.hasPrefix("FAILED") } == [])
        #expect(report.last == "\(count) passed, 0 failed")
        #expect(report.count { $0.hasPrefix("passed  ") } == count)
        #expect(allPassed)
    }

    @Test("A module that does not pass is reported with its observations, counted, and makes the whole run fail")
    func failing() async throws {
        let table = ModuleTable(
            plan: .basic,
            modules: [
                Module(name: "good") { _ in }, Module(name: "bad") { _ in throw SelfTestError("nothing happened") },
            ])
        try await withBench { bench in
            let lines = Mutex<[String]>([])
            let allPassed = await SelfTestRunner.run([table], on: bench) { line in lines.withLock { $0.append(line) } }
            let report = lines.withLock { $0 }
            #expect(report.count == 3)
            #expect(report.first?.hasPrefix("passed  good ") == true)
            #expect(report.dropFirst().first == "FAILED  bad: nothing happened (basic)")
            #expect(report.last == "1 passed, 1 failed")
            #expect(!allPassed)
        }
    }
}
