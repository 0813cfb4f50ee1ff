/// A target whose pages could not be found; an empty library would hide that.
struct MissingTemplates: Error, CustomStringConvertible {
    let folder: String

    var description: String { "there is no folder \(folder), where the templates of a target with pages are" }
}
