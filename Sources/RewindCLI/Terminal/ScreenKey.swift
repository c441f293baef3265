/// A key, or what the mouse did, on the full screen.
enum ScreenKey: Hashable, Sendable {
    case character(Character)
    case control(Character)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    /// A text, which may have several lines.
    case paste(String)
    case click(row: Int, column: Int), wheelUp(row: Int, column: Int), wheelDown(row: Int, column: Int)
    case resize
    /// A key that no screen knows.
    case other

    /// The name as it is shown.
    var name: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let character): "C-\(character)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .paste: "pasted text"
        case .click, .wheelUp, .wheelDown: "the mouse"
        case .resize, .other: "that key"
        }
    }
}
