import CLibedit
import RewindRendering
import RewindReplay
import RewindSystem

/// Reads lines from the terminal with libedit's editor, and keeps their history.
///
/// One thread at a time. Characters are those of Unicode, whatever the locale of the process is.
final class LineReader {
    /// A line's surroundings.
    struct Request {
        var prompt: String
        /// Whether C-c on an empty line means the end; on any other line, it discards the line.
        var isLeftByInterrupt: Bool
        var joinsPastedLines: Bool
        var completion: (String) -> PromptWords.Completion
        var news: () -> Prompt.News?
    }

    private let editor: OpaquePointer
    private let history: OpaquePointer
    private let locale: locale_t?
    private var typed = TypedText()
    /// The line that is read, and the terminal meanwhile.
    private var request: Request?
    private var terminal: KeyTerminal?
    /// The prompt as libedit reads it, ended by zero.
    private var prompt = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: 0)
    /// Whether a count was shown right above the line.
    private var hasCount = false
    /// Whether libedit has set the terminal since the line began.
    private var isTerminalSet = false

    /// A reader for the terminal at standard input and output; `nil` if libedit refuses it.
    init?() {
        locale = edit_line_locale()
        guard let history = history_winit() else { return nil }
        let before = uselocale(locale)
        defer { uselocale(before) }
        guard let editor = edit_line_new(history) else { return nil }
        (self.history, self.editor) = (history, editor)
        edit_line_set_owner(editor, Unmanaged.passUnretained(self).toOpaque())
        edit_line_set_prompt(editor) { editor in LineReader.of(editor)?.prompt.baseAddress }
        edit_line_set_input(editor) { editor, character in
            guard let scalar = LineReader.of(editor)?.nextScalar() else { return 0 }
            character?.pointee = wchar_t(scalar.value)
            return 1
        }
        edit_line_add(editor, "rewind-complete") { editor, _ in LineReader.of(editor)?.complete() ?? UInt8(CC_ERROR) }
        edit_line_add(editor, "rewind-interrupt") { editor, _ in LineReader.of(editor)?.interrupt() ?? UInt8(CC_EOF) }
        edit_line_add(editor, "rewind-clear-screen") { editor, _ in LineReader.of(editor)?.clearScreen() ?? UInt8(CC_ERROR) }
        edit_line_read_settings(editor)
        for (sequence, function) in TypedText.keys { edit_line_bind(editor, "\u{1B}" + sequence, function) }
        for (key, function) in Self.keys { edit_line_bind(editor, key, function) }
    }

    /// The key that resets the editor.
    private static let startOver = "\u{1F}"

    private static let keys = [
        (startOver, "ed-start-over"),
        ("^I", "rewind-complete"), ("^C", "rewind-interrupt"), ("^L", "rewind-clear-screen"), ("^R", "em-inc-search-prev"),
        ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
    ]

    deinit {
        edit_line_free(editor)
        history_wend(history)
        if let locale { freelocale(locale) }
        prompt.deallocate()
    }

    /// Reads a line; `nil` at the end of the input, or if the user has left.
    func line(_ request: Request) -> String? {
        guard let terminal = KeyTerminal(parting: request.joinsPastedLines ? "\u{1B}[?2004l" : "") else { return nil }
        self.terminal = consume terminal
        self.request = request
        defer {
            self.request = nil
            self.terminal = nil
        }
        if request.joinsPastedLines { StandardOutput.show("\u{1B}[?2004h") }
        set(prompt: request.prompt)
        (hasCount, isTerminalSet) = (false, false)
        StandardOutput.flush()
        let before = uselocale(locale)
        defer { uselocale(before) }
        var count: Int32 = 0
        let text = el_wgets(editor, &count)
        guard let text, count > 0 else {
            StandardOutput.show("\r\n")
            return nil
        }
        let line = Self.string(text, count: Int(count)).trimmedEnd
        if line.contains(where: { $0 != " " }) { line.withWideCharacters { edit_line_remember(history, $0.baseAddress) } }
        return line
    }

    // MARK: What libedit calls

    private static func of(_ editor: OpaquePointer?) -> LineReader? {
        editor.flatMap { edit_line_owner($0) }.map { Unmanaged<LineReader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Waits for the next character, and shows news meanwhile; `nil` at the end of the input.
    private func nextScalar() -> Unicode.Scalar? {
        if !isTerminalSet {
            terminal?.apply()
            isTerminalSet = true
        }
        while true {
            if let scalar = typed.take() { return scalar }
            let news = request?.news()
            if let news { show(news) }
            let events = terminal?.wait(for: news == nil ? nil : .milliseconds(200)) ?? .input
            if events.contains(.continued) {
                StandardOutput.show("\r")
                edit_line_redraw(editor)
            } else if events.contains(.resized) {
                // Most terminals have wrapped the row again.
                eraseLine()
                el_resize(editor)
                edit_line_redraw(editor)
            }
            if events.contains(.input) {
                let bytes = StandardStream.input.read(count: 4096)
                if bytes.isEmpty { return nil }
                typed.add(bytes)
            }
        }
    }

    /// Completes the word before the cursor, or shows the words that it may become.
    private func complete() -> UInt8 {
        guard let request else { return UInt8(CC_ERROR) }
        let beginning = shown.beforeCursor
        let found = request.completion(beginning)
        let word = String(beginning.dropFirst(found.start))
        switch CompletedWord(word, to: found.words, endsWord: found.endsWord) {
        case .longer(let longer):
            el_deletestr(editor, Int32(word.unicodeScalars.count))
            _ = longer.withWideCharacters { el_winsertstr(editor, $0.baseAddress) }
            return UInt8(CC_REFRESH)
        case .choice(let words):
            if words.isEmpty { return UInt8(CC_REFRESH_BEEP) }
            leaveLine()
            StandardOutput.show(Self.columns(words).joined(separator: "\r\n") + "\r\n")
            edit_line_redraw(editor)
            return UInt8(CC_NORM)
        }
    }

    /// Discards the line, or ends.
    private func interrupt() -> UInt8 {
        let text = shown.text
        StandardOutput.show("^C")
        if text.isEmpty, request?.isLeftByInterrupt == true { return UInt8(CC_EOF) }
        leaveLine()
        let count = Int32(clamping: text.unicodeScalars.count)
        el_cursor(editor, count)
        el_deletestr(editor, count)
        edit_line_redraw(editor)
        // Up begins with the newest line again.
        el_push(editor, Self.startOver)
        return UInt8(CC_NORM)
    }

    private func clearScreen() -> UInt8 {
        StandardOutput.show("\u{1B}[H\u{1B}[2J")
        hasCount = false
        edit_line_redraw(editor)
        return UInt8(CC_NORM)
    }

    // MARK: The screen

    /// The line that is edited, and its part before the cursor.
    private var shown: (text: String, beforeCursor: String) {
        guard let line = el_wline(editor)?.pointee, let start = line.buffer, let cursor = line.cursor, let end = line.lastchar else {
            return ("", "")
        }
        return (Self.string(start, count: end - start), Self.string(start, count: cursor - start))
    }

    private var promptText: String { Self.string(prompt.baseAddress, count: prompt.count - 1) }

    private func set(prompt text: String) {
        prompt.deallocate()
        prompt = text.withWideCharacters { characters in
            let copy = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: characters.count)
            _ = copy.initialize(from: characters)
            return copy
        }
    }

    /// Goes to the beginning of a new row below the line.
    private func leaveLine() {
        let columns = StandardStream.output.columns ?? 80
        let (text, beginning) = shown
        let rows =
            WrappedRows.before(endOf: promptText + text, columns: columns)
            - WrappedRows.before(endOf: promptText + beginning, columns: columns)
        StandardOutput.show((rows > 0 ? "\u{1B}[\(rows)B" : "") + "\r\n")
        hasCount = false
    }

    /// Goes to the beginning of the line, or of some row above it, and erases everything from there.
    private func eraseLine(rowsAbove: Int = 0) {
        let rows = WrappedRows.before(endOf: promptText + shown.beforeCursor, columns: StandardStream.output.columns ?? 80) + rowsAbove
        StandardOutput.show("\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J")
    }

    /// Shows news above the line; a count replaces the previous one.
    private func show(_ news: Prompt.News) {
        if news.said.isEmpty, news.count == nil, news.prompt ?? promptText == promptText { return }
        eraseLine(rowsAbove: hasCount && news.count != nil ? 1 : 0)
        if let prompt = news.prompt { set(prompt: prompt) }
        for line in news.said { Diagnostics.say(line) }
        if let count = news.count { StandardOutput.show(count + "\r\n") }
        hasCount = news.count != nil || hasCount && news.said.isEmpty
        edit_line_redraw(editor)
    }

    /// The maximum number of words to choose from that are shown.
    private static let choiceLimit = 100

    /// Words in columns; of paths into a state, only the differing parts.
    private static func columns(_ words: [String]) -> [String] {
        let names = words.prefix(choiceLimit).map { word in
            TerminalText.escaped(
                String(
                    word.contains(" ") || !word.hasPrefix(".")
                        ? word[...] : word[(word.lastIndex { $0 == "." }.map(word.index(after:)) ?? word.startIndex)...]))
        }
        let width = (names.map(DisplayWidth.of).max() ?? 0) + 2
        let count = max(1, (StandardStream.output.columns ?? 80) / width)
        let rows = stride(from: 0, to: names.count, by: count).map { start in
            names[start..<min(names.count, start + count)].map { DisplayWidth.padded($0, to: width) }.joined()
        }
        return rows + (words.count > names.count ? ["… \(words.count - names.count) more"] : [])
    }

    private static func string(_ start: UnsafePointer<wchar_t>?, count: Int) -> String {
        var text = String.UnicodeScalarView()
        for character in UnsafeBufferPointer(start: start, count: max(0, count)) {
            text.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
        }
        return String(text)
    }
}

extension String {
    /// Calls a function with the text as characters of C, ended by zero.
    fileprivate func withWideCharacters<Result>(_ body: (UnsafeBufferPointer<wchar_t>) -> Result) -> Result {
        (unicodeScalars.map { wchar_t($0.value) } + [0]).withUnsafeBufferPointer(body)
    }
}
