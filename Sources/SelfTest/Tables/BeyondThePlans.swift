/// What the Foundation's plans lack, in words of our own.
enum BeyondThePlans {
    static let modules =
        BeyondIDTokenClaims.refused + BeyondIDTokenForm.refused + BeyondIDTokenClaims.accepted
        + BeyondIDTokenForm.accepted
        + BeyondAnswers.modules + BeyondTokenErrors.modules
        + BeyondProvider.modules
        + BeyondPolicies.modules + BeyondLogout.modules
}
