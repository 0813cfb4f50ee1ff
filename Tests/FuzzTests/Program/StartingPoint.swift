import Foundation

/// The start of libFuzzer: a subject's seeds, and a dictionary of pieces to mix in.
struct StartingPoint {
    private let seeds: [[UInt8]]
    /// One piece a line, each byte in hexadecimal.
    private let dictionary: String

    init(of subject: any FuzzSubject) {
        seeds = subject.seeds
        let lines = HostilePieces.all.map { piece in
            let bytes = piece.map { byte in "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            return "\"\(bytes.joined())\"\n"
        }
        dictionary = lines.joined()
    }

    /// Writes `dictionary`, and the seeds into `corpus`.
    func write(to folder: URL) throws {
        let corpus = folder.appending(path: "corpus")
        try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
        for (number, seed) in seeds.enumerated() { try Data(seed).write(to: corpus.appending(path: "seed-\(number)")) }
        try Data(dictionary.utf8).write(to: folder.appending(path: "dictionary"))
    }
}
