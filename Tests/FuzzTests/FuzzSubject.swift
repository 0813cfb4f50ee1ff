/// A reader of untrusted bytes: seeds to start with, and what has to be true whatever the bytes are.
protocol FuzzSubject: Sendable {
    /// Inputs that are accepted, so that changed ones get far into the reader.
    var seeds: [[UInt8]] { get }
    /// Reads the bytes.
    ///
    /// - Returns: What is wrong with how they were read; `nil` if nothing is. A crash is noticed without it.
    func fault(in bytes: [UInt8]) async -> String?
}
