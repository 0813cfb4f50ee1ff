import Testing

@testable import ProcessSupport

@Suite struct ProcessLimitsTests {
    @Test("Once core dumps are forbidden, none can be written") func coreDumps() {
        #expect(ProcessLimits.forbidCoreDumps())
        #expect(!ProcessLimits.mayDumpCore)
    }

    @Test("The limit of open files is never lowered, and goes no further than the system lets it") func openFiles() {
        let before = ProcessLimits.allowOpenFiles(0)
        #expect(before > 0)
        #expect(ProcessLimits.allowOpenFiles(before) == before)
        #expect(ProcessLimits.allowOpenFiles(before + 1) >= before)
        #expect(ProcessLimits.allowOpenFiles(.max) >= before)
    }
}
