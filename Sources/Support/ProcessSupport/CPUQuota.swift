import FoundationEssentials

/// The CPU time that Linux's control groups give this process (cgroups(7)).
struct CPUQuota {
    /// The file that names the process's groups.
    var membership = "/proc/self/cgroup"
    /// Where the hierarchies of groups are mounted.
    var mount = "/sys/fs/cgroup"

    /// How many processors' time the process may take, as 1.5; `nil`: there is no quota.
    ///
    /// The least quota counts of its group and the groups around it.
    var processors: Double? {
        text(membership).split(separator: "\n").compactMap(quota(ofLine:)).min()
    }

    /// - Parameter line: `HIERARCHY:CONTROLLERS:PATH`; version 2 has no controllers.
    private func quota(ofLine line: Substring) -> Double? {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let controllers = parts[1].split(separator: ",")
        guard controllers.isEmpty || controllers.contains("cpu") else { return nil }
        let root = controllers.isEmpty ? mount : "\(mount)/cpu"
        var names = parts[2].split(separator: "/")
        // A container sees its own group as the root, but may be told the path from outside.
        var quotas = [quota(of: root)]
        while !names.isEmpty {
            quotas.append(quota(of: "\(root)/\(names.joined(separator: "/"))"))
            names.removeLast()
        }
        return quotas.compactMap(\.self).min()
    }

    /// The quota of one group, by the files of version 2 or 1: microseconds in each period of so many.
    private func quota(of group: String) -> Double? {
        let version2 = text("\(group)/cpu.max").split { $0.isWhitespace }
        let version1 = ["quota", "period"].map { text("\(group)/cpu.cfs_\($0)_us").filter { !$0.isWhitespace } }
        let numbers = version2.isEmpty ? version1.map(Double.init) : version2.map { Double($0) }
        guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0, period > 0 else {
            return nil
        }
        return quota / period
    }

    private func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
