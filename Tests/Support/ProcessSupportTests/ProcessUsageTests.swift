import ProcessSupport
import Testing

@Suite struct ProcessUsageTests {
    @Test("A process uses more memory than it has written to, and its CPU time never falls") func usage() throws {
        let before = try #require(ProcessUsage.residentMemoryBytes)
        let cpu = ProcessUsage.cpuSeconds
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        #expect(try #require(ProcessUsage.residentMemoryBytes) > Double(48 << 20))
        #expect(bytes.prefix(1_000_000).reduce(0) { $0 &+ Int($1) } == 1_000_000)
        #expect(before > Double(1 << 20))
        #expect(ProcessUsage.cpuSeconds > cpu)
    }
}
