import TestSupport
import Testing

/// The subjects run one after the other, because they never suspend and would leave other tests no thread.
@Suite(.serialized) struct FuzzTests {
    @Test("Ten thousand changed inputs are read as they should be", arguments: FuzzSubjects.allCases)
    func changedInputs(_ name: FuzzSubjects) async {
        let subject = name.subject
        let seeds = subject.seeds
        var mutation = Mutation(generator: SeededGenerator(seed: 2_026))
        for number in 0..<10_000 {
            if number.isMultiple(of: 50) { await Task.yield() }
            let bytes = mutation.input(of: seeds, longest: 16 << 10)
            if let fault = await subject.fault(in: bytes) {
                Issue.record("\(fault): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
        }
    }

    @Test("The initial inputs are read without fault", arguments: FuzzSubjects.allCases)
    func seeds(_ name: FuzzSubjects) async {
        let subject = name.subject
        #expect(!subject.seeds.isEmpty)
        for seed in subject.seeds { #expect(await subject.fault(in: seed) == nil) }
    }
}
