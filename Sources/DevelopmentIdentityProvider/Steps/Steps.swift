/// All the forms.
struct Steps: Sendable {
    let signIn: SignInStep
    let signUp: SignUpStep
    let facebook: FacebookStep
    let passwordReset: PasswordResetStep
    let editProfile: EditProfileStep

    init(accounts: AccountStore, passwords: PasswordCheck, hasher: PasswordHasher) {
        signIn = SignInStep(passwords: passwords)
        signUp = SignUpStep(accounts: accounts, hasher: hasher)
        facebook = FacebookStep(accounts: accounts)
        passwordReset = PasswordResetStep(accounts: accounts, hasher: hasher)
        editProfile = EditProfileStep(accounts: accounts, passwords: passwords)
    }

    subscript(name: StepName) -> any Step {
        switch name {
        case .signIn: signIn
        case .signUp: signUp
        case .facebook: facebook
        case .passwordReset: passwordReset
        case .editProfile: editProfile
        }
    }
}
