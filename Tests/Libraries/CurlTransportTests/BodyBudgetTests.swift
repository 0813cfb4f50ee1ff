import Testing

@testable import CurlTransport

@Suite struct BodyBudgetTests {
    @Test("A body may take what is left of the budget, and its first MiB in any case") func allowance() {
        let budget = BodyBudget(maximumBytes: 8 << 20)
        #expect(budget.allowance(of: 0) == 8 << 20)
        budget.take(5 << 20)
        #expect(budget.allowance(of: 5 << 20) == 8 << 20, "the body that has them")
        #expect(budget.allowance(of: 0) == 3 << 20, "another")
        budget.take(3 << 20)
        #expect(budget.allowance(of: 5 << 20) == 5 << 20)
        #expect(budget.allowance(of: 0) == BodyBudget.freeBytes)
        budget.giveBack(5 << 20)
        #expect(budget.allowance(of: 0) == 5 << 20)
    }

    @Test("A body budget may be unlimited") func endless() {
        let budget = BodyBudget(maximumBytes: .max)
        budget.take(1)
        #expect(budget.allowance(of: 1) == .max)
        #expect(budget.allowance(of: 0) == .max - 1)
    }
}
