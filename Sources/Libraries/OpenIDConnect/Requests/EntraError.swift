/// The numbers of Microsoft Entra in an error: `AADSTS50076: … Trace ID: …` in its text, and `error_codes`.
///
/// Microsoft may change the numbers, so a meaningful `error` decides first.
struct EntraError: Equatable {
    let numbers: [Int]

    init(description: String?, codes: [Int] = []) {
        let found = description.flatMap { ProviderText.number(after: "AADSTS", in: $0, digits: 4...8) }
        numbers = [found].compactMap(\.self) + codes.filter { $0 != found }
    }

    /// The first number, as `AADSTS50076`.
    var code: String? { numbers.first.map { "AADSTS\($0)" } }

    /// Whether the user declined the permissions.
    var isDeclined: Bool { numbers.contains(65004) }

    /// Whether the session at the provider is too old, or its second factor has expired.
    var wantsLogin: Bool { numbers.contains { $0 == 70043 || $0 == 50078 } }

    /// Whether an assertion is refused, or belongs to no credential of the registration.
    var isAboutAssertion: Bool { numbers.contains(where: Self.assertionNumbers.contains) }

    private static let assertionNumbers: Set<Int> = [
        50012, 70021, 700_021, 700_023, 700_024, 700_026, 700_027, 700_030, 700_211, 700_212, 700_213,
    ]

    /// The part of the configuration that is wrong, if one is.
    var fault: ConfigurationFault? { numbers.lazy.compactMap(Self.fault).first }

    private static func fault(_ number: Int) -> ConfigurationFault? {
        switch number {
        case 50011, 500_113, 9_002_326, 9_002_327: .redirectURI
        case 7_000_215, 7_000_222, 7_000_218: .clientSecret
        case 700_016, 700_038, 7_000_112: .clientID
        case 700_025: .clientAuthentication
        case 65005, 70011, 500_011, 650_053, 650_057, 28002, 28003: .scopes
        case 50059, 50194, 90002: .authority
        default: nil
        }
    }
}
