import FoundationEssentials

/// The time, in whole UNIX seconds; tests set their own.
struct Clock: Sendable {
    static let system = Clock { Int64(Date().timeIntervalSince1970) }

    let now: @Sendable () -> Int64
}
