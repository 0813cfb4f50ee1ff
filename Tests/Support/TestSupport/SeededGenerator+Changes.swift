/// Choices and changes.
extension SeededGenerator {
    package mutating func happens(onceIn cases: Int) -> Bool {
        Int.random(in: 0..<cases, using: &self) == 0
    }

    package mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }

    /// These bytes with a few changed, taken out, put in, or cut off.
    package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
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
