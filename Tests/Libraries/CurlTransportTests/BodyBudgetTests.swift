import Testing

@testable import CurlTransport

@Suite struct BodyBudgetTests {
    private static let mebibyte = 1 << 20

    @Test("A body may take what is left of the budget, and its first MiB in any case") func bodies() {
        let budget = BodyBudget(maximumBytes: 8 << 20)
        #expect(budget.grow(from: 0, to: 6 << 20))
        #expect(!budget.grow(from: 0, to: (2 << 20) + 1), "6 MiB are taken")
        #expect(budget.grow(from: 0, to: 2 << 20), "a refusal takes nothing")
        #expect(!budget.grow(from: 6 << 20, to: (6 << 20) + 1))
        #expect(budget.grow(from: 0, to: Self.mebibyte))
        budget.shrink(from: 6 << 20)
        #expect(budget.grow(from: 2 << 20, to: 8 << 20))
        #expect(!budget.grow(from: Self.mebibyte, to: Self.mebibyte + 1))
    }

    @Test("A body that gives back a part has the rest") func parts() {
        let budget = BodyBudget(maximumBytes: 5 << 20)
        #expect(budget.grow(from: 0, to: 5 << 20))
        budget.shrink(from: 5 << 20, to: 3 << 20)
        #expect(budget.grow(from: 0, to: 2 << 20))
        #expect(!budget.grow(from: 0, to: Self.mebibyte + 1))
        budget.shrink(from: 3 << 20, to: Self.mebibyte)
        #expect(budget.grow(from: 0, to: 3 << 20))
    }

    @Test("A body budget may be unlimited") func endless() {
        let budget = BodyBudget(maximumBytes: .max)
        #expect(budget.grow(from: 0, to: .max))
    }
}
