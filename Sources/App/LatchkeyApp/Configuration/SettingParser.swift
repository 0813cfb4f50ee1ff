/// How the texts of a setting become its value.
struct SettingParser<Value: Sendable>: Sendable {
    var form: SettingForm
    /// A default as it would be written in the settings.
    let write: @Sendable (Value) -> String
    let parse: @Sendable ([SettingText]) throws(InvalidValueError) -> Value

    /// A parser of one text.
    init(
        _ placeholder: String, values: SettingForm.Values = .any,
        write: @escaping @Sendable (Value) -> String = { "\($0)" },
        parse: @escaping @Sendable (SettingText) throws(InvalidValueError) -> Value
    ) {
        form = SettingForm(placeholder: placeholder, values: values)
        self.write = write
        self.parse = { texts throws(InvalidValueError) in
            guard let text = texts.first else { throw InvalidValueError("is empty") }
            return try parse(text)
        }
    }

    /// A parser of one text by a function that returns `nil` if the text can't be such a value.
    ///
    /// - Parameter problem: The fault then, in words that follow the value.
    init(
        _ placeholder: String, values: SettingForm.Values = .any, or problem: String,
        write: @escaping @Sendable (Value) -> String = { "\($0)" }, read: @escaping @Sendable (String) -> Value?
    ) {
        self.init(placeholder, values: values, write: write) { text throws(InvalidValueError) in
            guard let value = read(text.text) else { throw InvalidValueError("\(text.shown) \(problem)") }
            return value
        }
    }

    /// A parser of lists.
    ///
    /// - Parameter check: Tests the list as a whole.
    init<Element>(
        listOf element: SettingParser<Element>,
        check: @escaping @Sendable ([Element]) throws(InvalidValueError) -> Void = { _ throws(InvalidValueError) in }
    ) where Value == [Element] {
        form = SettingForm(placeholder: "\(element.form.placeholder),…", kind: .list)
        write = { "\($0)" }
        parse = { texts throws(InvalidValueError) in
            var list: Value = []
            for text in texts { list.append(try element.parse([text])) }
            try check(list)
            return list
        }
    }
}

/// How a setting's value is written.
struct SettingForm: Sendable {
    enum Kind: Sendable {
        case text
        /// True or false; the option alone means true.
        case flag
        case list
        /// Entries with names and values, which only a file can have.
        case tables
        /// Any value, because it is ignored.
        case ignored
    }

    /// The values that a shell can complete.
    enum Values: Sendable, Equatable {
        case any
        case words([String])
        case file
        case directory
    }

    /// The placeholder for a value in help.
    let placeholder: String
    var values = Values.any
    var kind = Kind.text
    /// Whether the value is the path of a file that contains a secret.
    var namesSecretFile = false
    /// Whether a text of a secret setting is a secret indeed.
    var holdsSecret: @Sendable (String) -> Bool = { _ in true }
}

/// One text of a setting's value; a list has several.
struct SettingText: Sendable {
    let text: String
    /// The text in quotation marks, or other words for it if it is secret.
    let shown: String
    /// Reads the file that the text names.
    let files: FileReader
}

/// Why a value can't be used, in a sentence after the setting's name.
struct InvalidValueError: Error {
    let problem: String

    init(_ problem: String) { self.problem = problem }
}
