/// Random numbers that are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// True in about one of so many cases.
    mutating func happens(onceIn cases: Int) -> Bool {
        Int.random(in: 0..<cases, using: &self) == 0
    }

    mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }

    /// These bytes with a few changed, taken out, put in, or cut off.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let place = Int.random(in: 0...bytes.count, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0 where place < bytes.count: bytes[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &self)
            case 1 where place < bytes.count: bytes[place] = one(of: [0, 1, 0x7F, 0x80, 0xFF])
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }
}
