import RewindValue
import Testing

@Suite("Text that a person hands over", .timeLimit(.minutes(5)))
struct UserTextTests {
    @Test(arguments: ["a\nb\n\nc", "a\r\nb\r\n\r\nc", "a\rb\r\rc", "\u{feff}a\r\nb\n\rc", "\u{feff}a\nb\r\rc"])
    func linesEndAsTheyMay(text: String) {
        #expect(UserText.lines(text) == ["a", "b", "", "c"])
        #expect(UserText.text(Array(text.utf8)) == "a\nb\n\nc")
    }

    @Test func utf16IsUnderstoodWithAndWithoutAMark() {
        let text = "few: .cart\r\nmany: \"é🎉\"\r\n"
        let little = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        for form in [[0xff, 0xfe] + little, little, [0xfe, 0xff] + big, big, Array(text.utf8), [0xef, 0xbb, 0xbf] + text.utf8] {
            #expect(UserText.text(form) == "few: .cart\nmany: \"é🎉\"\n")
        }
    }

    @Test(arguments: [[], [0x61], [0xff], [0xff, 0xfe], [0xef, 0xbb], [0xfe, 0xff, 0x61], [0x61, 0]] as [[UInt8]])
    func whateverComesEnds(bytes: [UInt8]) { _ = UserText.text(bytes) }
}
