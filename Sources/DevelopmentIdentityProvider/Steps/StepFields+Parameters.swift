extension StepFields {
    /// Reads the fields that are there.
    init(_ parameters: Parameters) {
        email = parameters["email"] ?? ""
        password = parameters["password"] ?? ""
        displayName = parameters["displayName"] ?? ""
    }
}
