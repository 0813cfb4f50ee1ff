/// Why a sign-in did not succeed, if the user can try again.
enum SignInFailure: Sendable, Equatable {
    /// The user cancelled it.
    case notCompleted
    /// The provider requires the user to do something first.
    case signInAgain
    /// The provider requires the user to do something first, and has just had the chance to require it.
    case interactionRequiredAgain
    /// The provider's response can't be trusted.
    case untrustworthyResponse
    /// A token does not verify.
    case unverifiable
    /// The provider sends a token, or a value in it, with more bytes than this limit.
    case tooLarge(limit: Int)
    /// The provider doesn't know it, or no longer.
    case unknownToProvider
    /// The provider refused, with one of its own codes.
    case refused(code: String)
    /// The account is locked, for good or for a while.
    case accountLocked
    /// The provider has too much to do.
    case providerBusy
    /// The link to the sign-in can't be read.
    case unreadableLink
    /// The authorization response can't be read.
    case unreadableResponse
    /// The link to the sign-in is for another provider.
    case otherProvider

    /// The same in words.
    func text(in words: Catalogue) -> String {
        switch self {
        case .notCompleted: words.signIn.notCompleted
        case .signInAgain: words.signIn.signInAgain
        case .interactionRequiredAgain: words.signIn.interactionRequiredAgain
        case .untrustworthyResponse: words.signIn.untrustworthyResponse
        case .unverifiable: words.signIn.unverifiable
        case .tooLarge(let limit): words.signIn.tooLarge(limit: "\(limit)")
        case .unknownToProvider: words.signIn.unknownToProvider
        case .refused(let code): words.signIn.refused(code: code)
        case .accountLocked: words.signIn.accountLocked
        case .providerBusy: words.signIn.providerBusy
        case .unreadableLink: words.signIn.unreadableLink
        case .unreadableResponse: words.signIn.unreadableResponse
        case .otherProvider: words.signIn.otherProvider
        }
    }
}
