/// What can be asked of a register of sessions, for tests that take some of it away.
public enum RegistryCall: Sendable, Hashable, CaseIterable {
    case begin, end, endAll, sessions, noteUse, endings, storedRefresh, claimRefresh, releaseRefresh, store, keep, kept,
        takeKept, spend
    case removeExpired, changeCounter, check
}
