import PageCompilation
import Testing

@Suite struct TemplateErrorTests {
    @Test(
        "A template's fault is reported at its line and column",
        arguments: [
            ("a\nb {{ x", "2:3: the mark is never closed by }}"),
            ("{{#if x}}\n{{ \"}}\" }", "2:1: the mark is never closed by }}"),
            ("<p>\n  {{#if x}}a", "2:3: the block of #if is never closed by {{/if}}"),
            ("\n{{#each x as y}}a", "2:1: the block of #each is never closed by {{/each}}"),
            ("{{#layout x}}a", "1:1: the block of #layout is never closed by {{/layout}}"),
            ("a\n{{/if}}", "2:1: this mark belongs to no block that is open here"),
            ("{{else}}", "1:1: this mark belongs to no block that is open here"),
            ("{{#if x}}\n{{/each}}", "2:1: {{/if}} is expected here, for the block of line 1"),
            ("{{#if x}}{{else}}\n{{else}}{{/if}}", "2:1: {{/if}} is expected here, for the block of line 1"),
            ("{{#if x}}{{else}}\n {{else if y}}{{/if}}", "2:2: {{/if}} is expected here, for the block of line 1"),
            ("{{#each x as y}}\n{{else}}{{/each}}", "2:1: {{/each}} is expected here, for the block of line 1"),
            ("{{#if x}}{{#each x as y}}\n{{/if}}{{/each}}", "2:1: {{/each}} is expected here, for the block of line 1"),
            ("ü {{ }}", "1:6: a value needs a Swift expression"),
            ("{{#if}}{{/if}}", "1:3: #if needs a Swift expression"),
            ("{{>}}", "1:3: a partial needs a Swift expression"),
            ("{{#each x}}{{/each}}", "1:3: write #each items as item"),
            ("{{{ x }}}", "1:3: there is no mark that leaves a value as it is"),
            ("{{& x }}", "1:3: there is no mark that leaves a value as it is"),
            ("{{content}}\n{{content}}", "2:1: a layout has its content but once"),
            ("<p>\n<p class='{{ x }}'y>", "2:19: white space, '/' or '>' is missing here"),
            ("<p>\n<p {{ x }}>", "2:4: no value can stand in the tag <p> outside an attribute's value"),
            ("<a href='{{ x }}/'>", "1:17: behind a value that is a whole URL only '?', '&' or '#' may follow"),
        ])
    func positions(source: String, expected: String) {
        #expect(fault(source) == expected)
    }

    @Test(
        "Unknown marks in a template are refused",
        arguments: [
            "{{#unless x}}", "{{#for x}}", "{{/unless}}", "{{^x}}", "{{else unless}}", "{{#iff x}}", "{{#if_x}}",
        ])
    func unknown(source: String) {
        #expect(fault(source)?.contains("unknown mark") == true)
    }

    @Test(
        "A template must end in text",
        arguments: [
            ("<p class='x", "in the attribute class of <p>"),
            ("<p", "in a tag's name"),
            ("<p class", "in the tag <p> outside an attribute's value"),
            ("<script>", "inside <script>"),
            ("<script></script", "inside <script>"),
            ("<style></stylex>", "inside <style>"),
            ("<title>{{ x }}", "inside <title>"),
            ("<pre>x", "inside <pre>"),
            ("<pre><b>x</b>", "inside <pre>"),
            ("<!-- x", "in a comment"),
            ("<!doctype html", "in the doctype"),
        ])
    func end(source: String, place: String) {
        #expect(fault(source) == "1:\(source.utf8.count + 1): the template ends \(place), but must end in text")
    }

    @Test("Errors are printed as compilers print theirs, the first of each template")
    func format() throws {
        let templates = try ["B", "A"].map {
            try Template(name: $0, file: "/t/\($0).html", content: Array("\n {{ }}{{ }}".utf8))
        }
        let failure = #expect(throws: PageCompilationError.self) {
            try PageCompilation(templates: templates, publicFiles: [])
        }
        #expect(
            failure?.description == """
                /t/A.html:2:4: error: a value needs a Swift expression
                /t/B.html:2:4: error: a value needs a Swift expression
                """)
    }

    @Test(
        "A template is named after a type and written in UTF-8",
        arguments: ["", "1Page", "Task-Page", "Task.Page", "Täsk", "A B"])
    func templateNames(name: String) {
        #expect(throws: TemplateError.self) { try Template(name: name, file: "/t.html", content: []) }
        #expect(throws: TemplateError.self) { try Template(name: "A", file: "/t.html", content: [0xC3, 0x28]) }
        #expect(throws: TemplateError.self) { try Template(name: "A", file: "/a\"b/t.html", content: []) }
    }
}
