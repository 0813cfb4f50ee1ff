/// What a setting is about; help and documentation list the settings in these groups.
enum SettingGroup: String, CaseIterable, Sendable {
    case authority = "The authority"
    case policies = "Azure AD B2C policies"
    case tasksAPI = "The tasks API"
    case pages = "Pages"
    case network = "Network"
    case sessions = "Sessions and storage"
    case logging = "Logging"
}
