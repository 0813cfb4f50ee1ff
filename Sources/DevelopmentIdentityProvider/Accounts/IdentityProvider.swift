/// Who knows a person: this provider itself, or the Facebook that it stands in for.
enum IdentityProvider: String, Sendable {
    case local = "dev.example"
    case facebook = "facebook.com"
}
