/// All subjects, by the names under which `make fuzz` runs them.
enum FuzzSubjects: String, CaseIterable, Sendable {
    case cookie, session, idToken, keySet, challenge, form, callback, returnPath, settings, json, taskList, template,
        link

    var subject: any FuzzSubject {
        switch self {
        case .cookie: CookieSubject()
        case .session: SessionSubject()
        case .idToken: IDTokenSubject()
        case .keySet: KeySetSubject()
        case .challenge: ChallengeSubject()
        case .form: FormSubject()
        case .callback: CallbackSubject()
        case .returnPath: ReturnPathSubject()
        case .settings: SettingsSubject()
        case .json: JSONSubject()
        case .taskList: TaskListSubject()
        case .template: TemplateSubject()
        case .link: LinkSubject()
        }
    }
}
