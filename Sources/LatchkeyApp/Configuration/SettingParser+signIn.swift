import FoundationEssentials

extension SettingParser where Value == String {
    /// The GUID of a tenant.
    static var tenant: SettingParser {
        SettingParser("GUID", or: "is no tenant's GUID") { UUID(uuidString: $0) == nil ? nil : $0 }
    }
}
