/// Whether sessions are bound to the browser's device (W3C Device Bound Session Credentials).
///
/// A browser that can do so makes a key that doesn't leave the device, and proves every ten minutes that it still has
/// it. A copy of the cookies then works for ten minutes at most. Other browsers sign in as they do without it.
///
/// It is effective over HTTPS only, because browsers register no key over plain HTTP.
///
/// More cases may come in a minor version: switch with a `default`.
public enum DeviceBinding: String, Sendable, CaseIterable {
    /// No browser is asked for a key, and the routes of ``SignInOptions/devicePath`` don't exist.
    case off
    /// Keys are registered and proofs checked, logged and counted; no session is refused for a missing proof.
    case observe
    /// A bound session counts only with a proof of its device that is at most ten minutes old.
    case require
}
