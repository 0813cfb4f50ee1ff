/// One claim, to be shown.
struct ClaimRow {
    let name: String
    let value: String
}
