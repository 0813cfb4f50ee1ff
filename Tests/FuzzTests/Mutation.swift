import TestSupport

/// Changes inputs as a hostile sender would: bits, pieces, lengths, and what has a meaning in some format.
struct Mutation {
    var generator: SeededGenerator

    /// An input of one of the seeds, changed one to six times.
    mutating func input(of seeds: [[UInt8]], longest: Int) -> [UInt8] {
        var bytes = seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes, seeds) }
        return Array(bytes.prefix(longest))
    }

    private mutating func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.removeSubrange(place...)
        case 5:
            guard let other = seeds.randomElement(using: &generator) else { return }
            bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &generator)))
        case 6:
            let count = Int.random(in: 1...200, using: &generator)
            bytes.insert(
                contentsOf: repeatElement(HostilePieces.all.randomElement(using: &generator) ?? [], count: count)
                    .joined(), at: place)
        default: bytes.insert(contentsOf: HostilePieces.all.randomElement(using: &generator) ?? [], at: place)
        }
    }
}
