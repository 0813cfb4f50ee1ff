/// What the Foundation's plans lack, in words of our own.
enum BeyondThePlans {
    static let modules =
        BeyondIDTokenClaims.refused + BeyondIDTokenForm.refused + BeyondIDTokenClaims.accepted + BeyondAnswers.modules
        + BeyondProvider.modules
        + BeyondLogout.modules
}
