/// Which endpoint answers a request, and when.
extension ProviderState {
    /// How long the request has to wait.
    func wait(_ request: SeenRequest) -> Duration? {
        let fault: AnswerFault? =
            switch request.endpoint {
            case .metadata: misbehaviour.metadataFault
            case .keys: if case .fault(let fault) = misbehaviour.keys { fault } else { nil }
            case .token: if case .fault(let fault) = tokenAnswerChange(request) { fault } else { nil }
            case .userInfo: if case .fault(let fault) = misbehaviour.userInfo { fault } else { nil }
            case .revocation: misbehaviour.revocation
            case .pushedRequest: misbehaviour.pushedRequestFault
            case .authorization, .endSession: nil
            }
        guard case .slow(let wait) = fault else { return nil }
        return wait
    }

    mutating func answer(_ request: SeenRequest) throws -> ProviderAnswer {
        switch request.endpoint {
        case .metadata: misbehaviour.metadataFault.flatMap { ProviderAnswer($0) } ?? metadataAnswer(request)
        case .keys: try keysAnswer()
        case .authorization: authorizationAnswer(request)
        case .token: try tokenAnswer(request)
        case .userInfo: try userInfoAnswer(request)
        case .endSession: endSessionAnswer(request)
        case .revocation: revocationAnswer(request)
        case .pushedRequest: pushedRequestAnswer(request)
        }
    }
}
