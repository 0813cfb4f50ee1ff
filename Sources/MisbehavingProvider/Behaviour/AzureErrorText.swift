/// Writes errors the way Azure AD B2C does.
enum AzureErrorText {
    /// The correlation id in all of them.
    static let correlationID = "b0c1d2e3-0123-4567-89ab-cdef01234567"

    static func description(_ number: Int) -> String {
        "AADB2C\(number): <b>Something</b> was not as it should be.\r\nCorrelation ID: \(correlationID)\r\nTimestamp: 2026-01-31 12:00:00Z\r\n"
    }
}
