/// The sentences with which several forms are refused.
enum StepProblem {
    static let email = "Type an email address, such as alice@dev.example."
    static let displayName = "Type a name of 1 to \(DisplayName.maximumLength) characters."
    static let newPassword = "Choose a password of at least \(NewPassword.minimumLength) characters."
    static let wrongPassword = "The email address or the password is not right."
    static let tooManyAttempts = "Too many wrong passwords. Wait a minute, then try again."
}
