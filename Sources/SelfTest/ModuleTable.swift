/// The modules of one plan.
struct ModuleTable: Sendable {
    let plan: Plan
    let modules: [Module]

    /// Every plan, in the order of the report.
    static let all = [
        ModuleTable(plan: .basic, modules: BasicPlan.modules(.library)),
        ModuleTable(plan: .config, modules: ConfigPlan.modules),
        ModuleTable(plan: .formPost, modules: BasicPlan.modules(.formPost)),
        ModuleTable(plan: .refreshToken, modules: RefreshTokenPlan.modules),
        ModuleTable(plan: .thirdPartyInitiatedLogin, modules: ThirdPartyInitiatedLoginPlan.modules),
        ModuleTable(plan: .rpInitiatedLogout, modules: RPInitiatedLogoutPlan.modules),
        ModuleTable(plan: .frontChannelLogout, modules: FrontChannelLogoutPlan.modules),
        ModuleTable(plan: .backChannelLogout, modules: BackChannelLogoutPlan.modules),
        ModuleTable(plan: .others, modules: OtherModules.modules),
        ModuleTable(plan: .beyond, modules: BeyondThePlans.modules),
    ]
}
