import Testing
import WebSupport

@testable import OTLPExport

@Suite struct SamplerTests {
    /// A parent that another program has or hasn't recorded.
    private static func parent(isSampled: Bool) -> TraceParent {
        TraceParent(high: 1, low: 2, parent: 3, isSampled: isSampled)
    }

    @Test(
        "The last 63 bits of a trace's identifier decide whether it is in the share that is recorded",
        arguments: [
            (0.5, 0x0000_0000_0000_0000, true), (0.5, 0x3FFF_FFFF_FFFF_FFFF, true),
            (0.5, 0x4000_0000_0000_0000, false), (0.5, 0x7FFF_FFFF_FFFF_FFFF, false),
            (0.5, 0x8000_0000_0000_0000, true), (0.5, 0xC000_0000_0000_0000, false),
            (0.25, 0x1FFF_FFFF_FFFF_FFFF, true), (0.25, 0x2000_0000_0000_0000, false),
            (1, 0xFFFF_FFFF_FFFF_FFFF, true), (1, 0, true), (0, 0, false), (0, 1, false),
        ] as [(Double, UInt64, Bool)])
    func share(ratio: Double, low: UInt64, isRecorded: Bool) {
        for obeysParent in [true, false] {
            #expect(Sampler(ratio: ratio, obeysParent: obeysParent).samples(low: low, parent: nil) == isRecorded)
        }
    }

    @Test("A parent's flag decides in place of the share, whatever that is", arguments: [0, 0.5, 1], [true, false])
    func obedient(ratio: Double, isSampled: Bool) {
        let sampler = Sampler(ratio: ratio)
        for low in [0, .max] as [UInt64] {
            #expect(sampler.samples(low: low, parent: Self.parent(isSampled: isSampled)) == isSampled)
        }
    }

    @Test("A sampler without obedience ignores the parent's flag", arguments: [true, false])
    func ownDecision(isSampled: Bool) {
        let parent = Self.parent(isSampled: isSampled)
        #expect(Sampler(ratio: 1, obeysParent: false).samples(low: .max, parent: parent))
        #expect(!Sampler(ratio: 0, obeysParent: false).samples(low: 0, parent: parent))
    }
}
