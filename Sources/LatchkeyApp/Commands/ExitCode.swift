/// What the process says when it ends.
enum ExitCode {
    static let success: Int32 = 0
    /// Anything that went wrong but settings.
    static let failure: Int32 = 1
    /// Wrong settings: `EX_CONFIG` of `sysexits.h`.
    static let settings: Int32 = 78
}
