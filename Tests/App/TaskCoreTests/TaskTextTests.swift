import TaskCore
import Testing

@Suite struct TaskTextTests {
    @Test(
        "A task's text stays as it was typed",
        arguments: ["milk", " milk ", "\u{301}", "👩‍👩‍👧", "a\nb", String(repeating: "é", count: 1000)])
    func unchanged(text: String) throws {
        #expect(try TaskText(text).value.utf8.elementsEqual(text.utf8))
    }

    @Test("White space at the ends doesn't count towards the limit")
    func whiteSpaceAtTheEnds() throws {
        let text = "\u{3000} \t" + String(repeating: "x", count: 1000) + " \n"
        #expect(try TaskText(text).value == text)
    }

    @Test("White space at both ends has at most 8 KiB, next to the longest text too")
    func bytes() throws {
        let (space, longest) = (String(repeating: " ", count: 4096), String(repeating: "😀", count: 1000))
        for text in ["x", longest] {
            _ = try TaskText(space + text + space)
            #expect(throws: TaskTextError.tooLong) { try TaskText(space + text + space + " ") }
        }
        #expect(throws: TaskTextError.tooLong) { try TaskText(String(repeating: "\u{2028}", count: 2731) + "x") }
    }

    @Test("White space within a task's text counts")
    func whiteSpaceWithin() {
        #expect(throws: TaskTextError.tooLong) { try TaskText("x" + String(repeating: " ", count: 999) + "x") }
    }

    @Test("A text of white space alone is empty", arguments: ["", " ", "\t\r\n", "\u{A0}\u{2003}\u{3000}\u{85}"])
    func empty(text: String) {
        #expect(throws: TaskTextError.empty) { try TaskText(text) }
    }

    @Test("The length of a task's text is counted in scalars, not in characters")
    func scalars() throws {
        let family = "👩‍👩‍👧"
        #expect(family.unicodeScalars.count == 5)
        _ = try TaskText(String(repeating: family, count: 200))
        #expect(throws: TaskTextError.tooLong) { try TaskText(String(repeating: family, count: 200) + "x") }
    }

    @Test("A NUL in a task's text is refused", arguments: ["\0", "milk\0", "mi\0lk"])
    func null(text: String) {
        #expect(throws: TaskTextError.containsNull) { try TaskText(text) }
    }
}
