import CRewindScreen
import CRewindTerminal
import Foundation
import RewindFormat
import RewindRendering
import RewindSystem

/// The terminal as a full screen, by ncurses; one at a time, on one thread.
struct FullScreen: ~Copyable {
    /// Takes the terminal until the end of the value's life, or of the process.
    ///
    /// - Returns: `nil` if the terminal can't show a full screen.
    init?(wantsColour: Bool) {
        StandardOutput.flush()
        Interruption.part(with: rewind_terminal_put_back)
        guard Self.isPossible, rewind_screen_begin(wantsColour ? 1 : 0) == 0 else { return nil }
        Diagnostics.hold()
    }

    deinit {
        rewind_screen_end()
        for text in Diagnostics.drainHeld(isLast: true) { Diagnostics.say(text) }
    }

    /// Gives the terminal to something else for a while, such as an editor; without a full screen, the terminal is free anyway.
    static func aside<Result>(_ work: () throws -> Result) rethrows -> Result {
        let held = Diagnostics.isHeld
        if held {
            rewind_screen_suspend()
            _ = Diagnostics.drainHeld(isLast: true)
        }
        defer {
            if held {
                rewind_screen_resume()
                Diagnostics.hold()
                _ = StopRequest.withdraw()
            }
        }
        return try work()
    }

    /// Whether a person sits at a terminal that may have a full screen.
    static var isPossible: Bool {
        StandardStream.input.isTerminal && StandardStream.output.isTerminal && !isDumbTerminal() && TerminalSettings() != nil
    }

    var size: (rows: Int, columns: Int) {
        var (rows, columns): (Int32, Int32) = (0, 0)
        rewind_screen_size(&rows, &columns)
        return (Int(rows), Int(columns))
    }

    enum Event: Equatable {
        case key(ScreenKey)
        /// Nothing, in the time that was given.
        case nothing
        case gone
    }

    /// Waits for a key.
    func event(within time: Duration) -> Event {
        let key = rewind_screen_key(Int32(time / .milliseconds(1)))
        let (row, column) = (Int(key.row), Int(key.column))
        let known: ScreenKey
        switch key.kind {
        case REWIND_KEY_NONE: return .nothing
        case REWIND_KEY_GONE: return .gone
        case REWIND_KEY_CHARACTER: known = Self.character(key.scalar)
        case REWIND_KEY_UP: known = .up
        case REWIND_KEY_DOWN: known = .down
        case REWIND_KEY_LEFT: known = .left
        case REWIND_KEY_RIGHT: known = .right
        case REWIND_KEY_PAGE_UP: known = .pageUp
        case REWIND_KEY_PAGE_DOWN: known = .pageDown
        case REWIND_KEY_HOME: known = .home
        case REWIND_KEY_END: known = .end
        case REWIND_KEY_ENTER: known = .enter
        case REWIND_KEY_BACKSPACE: known = .backspace
        case REWIND_KEY_DELETE: known = .delete
        case REWIND_KEY_BACK_TAB: known = .backTab
        case REWIND_KEY_RESIZE: known = .resize
        case REWIND_KEY_PASTE_BEGIN: known = pasted()
        case REWIND_KEY_CLICK: known = .click(row: row, column: column)
        case REWIND_KEY_WHEEL_UP: known = .wheelUp(row: row, column: column)
        case REWIND_KEY_WHEEL_DOWN: known = .wheelDown(row: row, column: column)
        default: known = .other
        }
        return .key(known)
    }

    /// What a person pastes, up to its end or to a second in which nothing comes.
    private func pasted() -> ScreenKey {
        var text = ""
        while true {
            let key = rewind_screen_key(1_000)
            switch key.kind {
            case REWIND_KEY_CHARACTER: if let scalar = Unicode.Scalar(key.scalar) { text.unicodeScalars.append(scalar) }
            case REWIND_KEY_ENTER: text += "\n"
            case REWIND_KEY_NONE, REWIND_KEY_GONE, REWIND_KEY_PASTE_END: return .paste(text)
            default: break
            }
        }
    }

    private static func character(_ scalar: UInt32) -> ScreenKey {
        switch scalar {
        case 9: .tab
        case 27: .escape
        case 1..<27: .control(Character(Unicode.Scalar(UInt8(scalar) + 96)))
        default: Unicode.Scalar(scalar).map { .character(Character($0)) } ?? .other
        }
    }

    func paint(_ frame: Frame) {
        rewind_screen_erase()
        for run in frame.runs { paint(run) }
        rewind_screen_show(Int32(frame.cursor?.row ?? -1), Int32(frame.cursor?.column ?? 0))
    }

    /// Puts a text with a terminal's clipboard (OSC 52).
    func copy(_ text: String) {
        let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
        sequence.withCString { rewind_screen_send($0, Int32(sequence.utf8.count)) }
    }

    /// ASCII goes out as it is; any other character at the column that our table of widths gives it.
    private func paint(_ run: Frame.Run) {
        var column = run.place.column
        var ascii: [UInt32] = []
        let look = run.ink.look | (run.isReversed ? Int(REWIND_LOOK_REVERSED.rawValue) : 0)
        func put(_ scalars: [UInt32], width: Int) {
            guard width > 0 else { return }
            rewind_screen_put(
                Int32(run.place.row), Int32(column), scalars, Int32(scalars.count), Int32(width), Int32(look), Int32(run.ink.colour))
            column += width
        }
        for character in run.text {
            if let value = character.asciiValue {
                ascii.append(UInt32(value))
                continue
            }
            put(ascii, width: ascii.count)
            ascii = []
            put(Self.cell(of: character), width: DisplayWidth.of(String(character)))
        }
        put(ascii, width: ascii.count)
    }

    /// The scalars of a character that fit into one cell: its first, and a few that combine with it.
    private static func cell(of character: Character) -> [UInt32] {
        let scalars = character.unicodeScalars
        let combining = scalars.dropFirst().prefix { [.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory) }
        return scalars.prefix(1).map(\.value) + combining.prefix(4).map(\.value)
    }
}

extension Line.Ink {
    /// How ncurses draws it, besides its colour.
    fileprivate var look: Int {
        switch self {
        case .strong, .alarm: Int(REWIND_LOOK_STRONG.rawValue)
        case .faint: Int(REWIND_LOOK_FAINT.rawValue)
        case .plain, .added, .removed, .changed, .name: 0
        }
    }

    /// The number of its colour in ANSI; 0 for the terminal's own.
    fileprivate var colour: Int {
        switch self {
        case .plain, .strong, .faint: 0
        case .added: 2
        case .removed, .alarm: 1
        case .changed: 3
        case .name: 6
        }
    }
}
