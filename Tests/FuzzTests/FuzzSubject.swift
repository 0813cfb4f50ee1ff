/// What reads bytes that anybody may have written: seeds to begin with, and what has to hold whatever becomes of them.
protocol FuzzSubject: Sendable {
    /// Inputs that are accepted, so that changed ones get far into the reader.
    var seeds: [[UInt8]] { get }
    /// Reads the bytes.
    ///
    /// - Returns: What is wrong with how they were read; `nil` where all holds. That nothing crashes is seen without
    ///   it.
    func fault(in bytes: [UInt8]) async -> String?
}
