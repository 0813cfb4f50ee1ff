import PageCompilation

/// The Swift of one template, together with a public file `app.css`.
func compiled(_ source: String, name: String = "Page") throws -> String {
    let template = try Template(name: name, file: "/pages/\(name).html", content: Array(source.utf8))
    let css = try PublicFile(name: "app.css", file: "/public/app.css", content: Array("b{}".utf8), gzipped: nil)
    return try PageCompilation(templates: [template], publicFiles: [css]).pages
}

/// The lines of a page's function that write something or decide, without their indentation.
func statements(_ source: String) throws -> [String] {
    try compiled(source).split(separator: "\n")
        .filter { !$0.hasPrefix("#sourceLocation") }
        .map { String($0.drop { $0 == " " }) }
        .drop { !$0.hasPrefix("func ") }.dropFirst().dropLast(2).map(\.self)
}

/// The first fault of a template, as `line:column: message`.
func fault(_ source: String) -> String? {
    do {
        _ = try compiled(source)
        return nil
    } catch let failure as PageCompilationError {
        return failure.errors.first.map { "\($0.line):\($0.column): \($0.message)" }
    } catch {
        return "\(error)"
    }
}
