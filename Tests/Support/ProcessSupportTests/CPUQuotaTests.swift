import FoundationEssentials
import SystemLibrary
import SystemSupport
import TestSupport
import Testing

@testable import ProcessSupport

@Suite struct CPUQuotaTests {
    /// The quota of a process whose groups are `membership`, with these files of control groups.
    private func quota(_ membership: String, _ files: [String: String]) throws -> Double? {
        let folder = try TemporaryFolder()
        for (path, text) in files.merging(["/membership": membership], uniquingKeysWith: { $1 }) {
            let file = URL(filePath: folder.path + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return CPUQuota(membership: "\(folder.path)/membership", mount: "\(folder.path)/cgroup").processors
    }

    @Test("The quota of version 2 belongs to the process's group") func version2() throws {
        let files = ["/cgroup/a.slice/b.service/cpu.max": "150000 100000\n"]
        #expect(try quota("0::/a.slice/b.service\n", files) == 1.5)
    }

    @Test("The least quota counts of a group and those around it") func nested() throws {
        let files = ["/cgroup/a/cpu.max": "400000 100000\n", "/cgroup/a/b/cpu.max": "max 100000\n"]
        #expect(try quota("0::/a/b\n", files) == 4)
        #expect(try quota("0::/a/b\n", files.merging(["/cgroup/cpu.max": "50000 100000\n"]) { $1 }) == 0.5)
    }

    @Test("A container, whose own group is the root, has its quota, whatever path it sees") func container() throws {
        let files = ["/cgroup/cpu.max": "200000 100000\n"]
        for path in ["/", "/docker/0123", "/../.."] { #expect(try quota("0::\(path)\n", files) == 2) }
    }

    @Test("The quota of version 1 belongs to the hierarchy with the controller cpu") func version1() throws {
        let membership = "5:memory:/m\n4:cpuacct,cpu:/c\n3:cpuset:/s\n0::/\n"
        let group = "/cgroup/cpu/c"
        #expect(
            try quota(
                membership,
                ["\(group)/cpu.cfs_quota_us": "300000\n", "\(group)/cpu.cfs_period_us": "100000\n"]) == 3)
        #expect(
            try quota(
                membership, ["\(group)/cpu.cfs_quota_us": "-1\n", "\(group)/cpu.cfs_period_us": "100000\n"]) == nil)
    }

    @Test(
        "Without a quota, or with another text in its place, there is none",
        arguments: ["max 100000\n", "", "100000", "x y", "0 100000", "-5 100000", "1 0", "1 2 3"])
    func none(text: String) throws {
        #expect(try quota("0::/a\n", ["/cgroup/a/cpu.max": text]) == nil)
        #expect(try quota(text, ["/cgroup/a/cpu.max": "100000 100000"]) == nil)
    }

    @Test("Only the processors count that the process may run on") func affinity() async throws {
        let (counts, continuation) = AsyncStream<Int>.makeStream()
        // The affinity of a thread of its own alone is changed.
        let thread = DedicatedThread {
            do { continuation.yield(try Affinity.withFirstProcessor { ProcessLimits.processors }) } catch {}
            continuation.finish()
        }
        var found: [Int] = []
        for await count in counts { found.append(count) }
        #expect(found == [1])
        await thread?.ended()
    }

    @Test("A process may use at least one processor, and no more than the machine has") func processors() {
        #expect(ProcessLimits.processors >= 1)
        #expect(ProcessLimits.processors <= ProcessInfo.processInfo.activeProcessorCount)
    }
}

/// The processors that a thread may run on; Glibc's Swift module lacks its extensions.
private enum Affinity {
    private typealias Call = @convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32

    private static func call(_ name: String) throws -> Call {
        unsafeBitCast(try #require(dlsym(nil, name)), to: Call.self)
    }

    /// Runs a body while this thread may run on the first of its processors alone.
    static func withFirstProcessor(_ body: () -> Int) throws -> Int {
        var mask = [UInt8](repeating: 0, count: 1024)
        #expect(try call("sched_getaffinity")(0, mask.count, &mask) >= 0)
        let first = try #require(mask.firstIndex { $0 != 0 })
        mask = mask.indices.map { $0 == first ? mask[first] & (~mask[first] &+ 1) : 0 }
        #expect(try call("sched_setaffinity")(0, mask.count, &mask) == 0)
        return body()
    }
}
