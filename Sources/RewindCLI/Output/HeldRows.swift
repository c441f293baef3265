import RewindRendering
import RewindValue

/// Rows that wait until there is something in them: of what is nowhere, nothing is printed.
struct HeldRows {
    /// Whether all still wait.
    private(set) var areHeld = true
    private let console: Console
    private var held: [Row] = []

    enum Row {
        case row(Line)
        case lines([Line])
        case json(JSONValue)
    }

    init(_ console: Console, header: [Line]) {
        self.console = console
        if !header.isEmpty { held.append(.lines(header)) }
    }

    /// Prints a row, or keeps it for later.
    mutating func print(_ row: Row) {
        if areHeld { held.append(row) } else { write(row) }
    }

    /// Prints what waits, and waits no longer.
    mutating func release() {
        guard areHeld else { return }
        areHeld = false
        for row in held { write(row) }
        held = []
    }

    private func write(_ row: Row) {
        switch row {
        case .row(let line): console.printRow(line)
        case .lines(let lines): for line in lines { console.printRow(line) }
        case .json(let value): console.print(json: value)
        }
    }
}
