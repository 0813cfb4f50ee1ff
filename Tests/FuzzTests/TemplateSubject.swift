import PageCompilation

/// A template: it compiles, or each of its errors points to a place in it.
struct TemplateSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            "<p class=\"a\" title=\"{{title}}\">{{name}}</p>{{#if shown}}<a href=\"{{link}}\">x</a>{{else}}-{{/if}}",
            "{{#each rows as row}}<li data-id=\"{{row.id}}\">{{row.text}}</li>{{/each}}<!-- c --><script src=\"{{asset site.js}}\"></script>",
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        do {
            _ = try PageCompilation(
                templates: [try Template(name: "Page", file: "Page.html", content: bytes)], publicFiles: [])
            return nil
        } catch let failure as PageCompilationError {
            let isPlaced = failure.errors.allSatisfy {
                (1...lines).contains($0.line) && $0.column >= 1 && !$0.message.isEmpty
            }
            return isPlaced && !failure.errors.isEmpty ? nil : "an error points out of the template"
        } catch is TemplateError {
            return nil
        } catch {
            return "another error: \(error)"
        }
    }
}
