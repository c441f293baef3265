import RewindRendering

/// The size of the screen in rows and columns.
package struct ScreenSize: Sendable, Equatable {
    package var rows: Int
    package var columns: Int

    package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

    /// The usual size of terminals since the VT100; for output that is not a terminal.
    package static let standard = ScreenSize(rows: 24, columns: 80)
}

/// The content of a screen before it is fitted to a size.
struct Page {
    var title: String
    var body: [Line]
    /// The row of the body that must be visible.
    var focus = 0
    /// An error while text is being typed, in its own row.
    var alert: Line?
    /// The text being typed, or an error, above the keys.
    var notice = Line()
    /// The help for the keys.
    var keys: String

    /// The page fitted to a number of rows: a header, the visible part of the body, the notices, the keys.
    func fitted(to size: ScreenSize, user: String?) -> [Line] {
        let alerts = alert.map { [$0] } ?? []
        let room = max(1, size.rows - 5 - alerts.count)
        let first = max(0, min(focus - room / 2, body.count - room))
        let visible = body[min(first, body.count)..<min(first + room, body.count)]

        let name = Line(user.map { "\($0) " } ?? "not signed in ", .faint)
        let beside = size.columns - DisplayWidth.of(name.text)
        let header = (Line(" Episodes", .strong) + Line("  \(title)", .name)).cut(to: max(1, beside))
        let gap = String(repeating: " ", count: max(0, beside - DisplayWidth.of(header.text)))
        let rule = Line(String(repeating: "─", count: size.columns), .faint)
        var lines = [header + Line(gap) + name, rule]
        lines += visible
        lines += Array(repeating: Line(), count: max(0, room - visible.count))
        lines += alerts + [notice, rule, Line(" \(keys)", .faint)]
        return lines.prefix(size.rows).map { $0.cut(to: size.columns) }
    }
}
