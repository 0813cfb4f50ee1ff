import Testing

@testable import SelfTest

@Suite struct ModuleTableTests {
    @Test(
        "Each plan of the Foundation's has its modules, by their names, once",
        arguments: Plan.allCases.filter(\.isFoundations))
    func names(plan: Plan) {
        let tables = ModuleTable.all.filter { $0.plan == plan }
        #expect(tables.count == 1)
        #expect(tables.flatMap(\.modules).map(\.name) == PlanNames.of(plan))
    }

    @Test("Every plan is in the report, and modules that the plans lack come last")
    func plans() {
        #expect(ModuleTable.all.map(\.plan) == Plan.allCases)
        #expect(Plan.allCases.suffix(2) == [.beyond, .microsoft])
    }

    @Test("Modules that the plans lack have names of their own")
    func beyond() {
        let names = ModuleTable.all.filter { !$0.plan.isFoundations }.flatMap(\.modules).map(\.name)
        #expect(Set(names).count == names.count)
        #expect(!names.contains { $0.hasPrefix("oidcc-") })
    }
}
