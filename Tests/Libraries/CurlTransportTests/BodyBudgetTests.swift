import Testing

@testable import CurlTransport

@Suite struct BodyBudgetTests {
    @Test("A body may have what is left, and its first MiB in any case") func allowance() {
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

    @Test("A budget may be without end") func endless() {
        let budget = BodyBudget(maximumBytes: .max)
        budget.take(1)
        #expect(budget.allowance(of: 1) == .max)
        #expect(budget.allowance(of: 0) == .max - 1)
    }
}
