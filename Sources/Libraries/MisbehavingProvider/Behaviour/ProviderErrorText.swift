/// Writes errors like Microsoft Entra.
public enum EntraErrorText {
    /// The trace id in all of them.
    public static let traceID = "0f7a2d6e-1c3b-4d5e-8f90-a1b2c3d4e5f6"
    /// The correlation id in all of them.
    public static let correlationID = "c0ffee00-0123-4567-89ab-cdef01234567"

    static func description(_ number: Int) -> String {
        "AADSTS\(number): <b>Something</b> was not as it should be for '11111111-2222-3333-4444-555555555555'."
            + " Trace ID: \(traceID) Correlation ID: \(correlationID) Timestamp: 2026-01-31 12:00:00Z"
    }
}

/// Writes errors like Azure AD B2C.
enum AzureErrorText {
    /// The correlation id in all of them.
    static let correlationID = "b0c1d2e3-0123-4567-89ab-cdef01234567"

    static func description(_ number: Int) -> String {
        "AADB2C\(number): <b>Something</b> was not as it should be.\r\n"
            + "Correlation ID: \(correlationID)\r\nTimestamp: 2026-01-31 12:00:00Z\r\n"
    }
}
