/// All subjects, by the names under which `make fuzz` runs them.
enum FuzzSubjects: String, CaseIterable, Sendable {
    case cookie, session, idToken, keySet, form, callback, returnPath, settings, taskList, taskBody, template

    var subject: any FuzzSubject {
        switch self {
        case .cookie: CookieSubject()
        case .session: SessionSubject()
        case .idToken: IDTokenSubject()
        case .keySet: KeySetSubject()
        case .form: FormSubject()
        case .callback: CallbackSubject()
        case .returnPath: ReturnPathSubject()
        case .settings: SettingsSubject()
        case .taskList: TaskListSubject()
        case .taskBody: TaskBodySubject()
        case .template: TemplateSubject()
        }
    }
}
