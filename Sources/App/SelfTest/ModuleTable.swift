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
        ModuleTable(plan: .beyond, modules: ExtraModules.modules),
        ModuleTable(plan: .microsoft, modules: MicrosoftPlan.modules),
    ]
}

/// One module: a name and a trial.
struct Module: Sendable {
    let name: String
    let trial: @Sendable (Bench) async throws -> Void

    /// - Returns: The unexpected behaviour; `nil` if the module passed.
    func run(on bench: Bench) async -> String? {
        do {
            try await trial(bench)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// The plans whose modules are run, in the words of the report.
enum Plan: String, CaseIterable, Sendable {
    case basic
    case config
    case formPost = "form post"
    case refreshToken = "refresh token"
    case thirdPartyInitiatedLogin = "third-party-initiated login"
    case rpInitiatedLogout = "RP-initiated logout"
    case frontChannelLogout = "front-channel logout"
    case backChannelLogout = "back-channel logout"
    /// Modules of the Foundation's that belong to no plan which certifies anything.
    case others = "other modules"
    /// Modules that the Foundation's plans lack.
    case beyond = "beyond the plans"
    /// Entra ID and Entra External ID, which have special rules.
    case microsoft = "Microsoft"

    /// Whether the modules are the Foundation's, by their names.
    var isFoundations: Bool { self != .beyond && self != .microsoft }
}

/// The line with a module's result.
struct ResultLine {
    private static let nameWidth = 66

    let name: String
    let plan: Plan
    /// The unexpected behaviour; `nil` if the module passed.
    let failure: String?

    var text: String {
        let padding = String(repeating: " ", count: max(1, Self.nameWidth - name.count))
        return failure.map { "FAILED  \(name): \($0) (\(plan.rawValue))" }
            ?? "passed  \(name)\(padding)(\(plan.rawValue))"
    }
}

/// Modules that the Foundation's plans lack; their names are Latchkey's.
enum ExtraModules {
    static let modules =
        ExtraIDTokenClaimModules.refused + ExtraIDTokenFormModules.refused + ExtraIDTokenClaimModules.accepted
        + ExtraIDTokenFormModules.accepted
        + ExtraResponseModules.modules + ExtraTokenErrorModules.modules
        + ExtraProviderModules.modules
        + ExtraPolicyModules.modules + ExtraLogoutModules.modules
        + SeveralAuthoritiesModules.modules
        + StepUpModules.modules
        + StepUpSiteModules.modules + SessionExpiryModules.modules
}
