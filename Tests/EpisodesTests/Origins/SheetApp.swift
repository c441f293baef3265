/// A spreadsheet: rows that move, and cells whose formulas name rows by id.
struct PlantSheet: Codable, Equatable, Sendable {
    /// A cell's place.
    struct Ref: Codable, Hashable, Sendable {
        var row: String
        var column: Int

        init(_ row: String, _ column: Int) { (self.row, self.column) = (row, column) }
    }

    enum Formula: Codable, Equatable, Sendable {
        case sum([Ref])
        /// How many of the cells are not zero.
        case count([Ref])
        case product(Ref, Ref)
        case same(Ref)
        case ifPositive(Ref, then: Ref, otherwise: Ref)
        /// So many times the rate of a name.
        case converted(Ref, rate: String)
    }

    struct Cell: Codable, Equatable, Sendable {
        var formula: Formula?
        var value = 0
    }

    struct Row: Codable, Equatable, Sendable, Identifiable {
        var id: String
        var label = ""
        var cells = [Cell](repeating: Cell(), count: 3)
    }

    /// What undoing puts back.
    struct Edit: Codable, Equatable, Sendable {
        var ref: Ref
        var cell: Cell
    }

    struct Rate: Codable, Equatable, Sendable {
        var name: String
        var value: Int
    }

    var rows = (1...6).map { Row(id: "r\($0)") }
    var rates = ["eur": 11, "gbp": 13]
    var clipboard: Cell?
    var edits: [Edit] = []
    var removed: Row?
    var zoom = 100

    enum Action: Codable, Sendable {
        case set(Ref, Int), setFormula(Ref, Formula), label(row: String, String)
        case copy(Ref), paste(Ref), fillDown(Ref, rows: Int), undo
        case moveRow(String, to: Int), deleteRow(String), restoreRow(at: Int), sort(column: Int)
        case loadRates, didLoadRates([Rate])
        case zoom(Int)
    }

    subscript(_ ref: Ref) -> Cell? {
        get {
            guard let row = rows.first(where: { $0.id == ref.row }), row.cells.indices.contains(ref.column) else { return nil }
            return row.cells[ref.column]
        }
        set {
            guard let newValue, let row = rows.firstIndex(where: { $0.id == ref.row }), rows[row].cells.indices.contains(ref.column) else {
                return
            }
            rows[row].cells[ref.column] = newValue
        }
    }

    mutating func reduce(_ action: Action) {
        switch action {
        case .set(let ref, let value): edit(ref, Cell(value: value))
        case .setFormula(let ref, let formula): edit(ref, Cell(formula: formula))
        case .label(let id, let text): if let index = rows.firstIndex(where: { $0.id == id }) { rows[index].label = text }
        case .copy(let ref): clipboard = self[ref]
        case .paste(let ref): if let cell = clipboard { edit(ref, Cell(value: cell.value)) }
        case .fillDown(let ref, let count):
            guard let cell = self[ref], let first = rows.firstIndex(where: { $0.id == ref.row }) else { return }
            for row in rows[first...].dropFirst().prefix(max(0, count)) { edit(Ref(row.id, ref.column), cell) }
        case .undo: if let last = edits.popLast() { self[last.ref] = last.cell }
        case .loadRates: break
        case .didLoadRates(let new): for rate in new { rates[rate.name] = rate.value }
        case .zoom(let percent): zoom = percent
        case .moveRow, .deleteRow, .restoreRow, .sort: arrange(action)
        }
        calculate()
    }

    private mutating func edit(_ ref: Ref, _ cell: Cell) {
        guard let old = self[ref] else { return }
        edits = edits.suffix(3) + [Edit(ref: ref, cell: old)]
        self[ref] = cell
    }

    private mutating func arrange(_ action: Action) {
        switch action {
        case .moveRow(let id, let place):
            guard let index = rows.firstIndex(where: { $0.id == id }), rows.indices.contains(place) else { return }
            rows.insert(rows.remove(at: index), at: place)
        case .deleteRow(let id): if let index = rows.firstIndex(where: { $0.id == id }) { removed = rows.remove(at: index) }
        case .restoreRow(let place):
            guard let row = removed, (0...rows.count).contains(place) else { return }
            rows.insert(row, at: place)
            removed = nil
        case .sort(let column):
            guard (0..<3).contains(column) else { return }
            rows.sort { ($0.cells.dropFirst(column).first?.value ?? 0, $0.id) < ($1.cells.dropFirst(column).first?.value ?? 0, $1.id) }
        default: break
        }
    }

    /// Calculates all formulas, until nothing changes; a cycle ends after some rounds.
    private mutating func calculate() {
        for _ in 0..<8 {
            var isDone = true
            for row in rows.indices {
                for column in rows[row].cells.indices {
                    guard let formula = rows[row].cells[column].formula else { continue }
                    let value = value(of: formula)
                    if value != rows[row].cells[column].value { isDone = false }
                    rows[row].cells[column].value = value
                }
            }
            if isDone { return }
        }
    }

    private func value(of formula: Formula) -> Int {
        func value(_ ref: Ref) -> Int { self[ref]?.value ?? 0 }
        return switch formula {
        case .sum(let refs): refs.reduce(0) { $0 &+ value($1) }
        case .count(let refs): refs.count { value($0) != 0 }
        case .product(let one, let other): value(one) &* value(other)
        case .same(let ref): value(ref)
        case .ifPositive(let ref, let one, let other): value(ref) > 0 ? value(one) : value(other)
        case .converted(let ref, let rate): value(ref) &* (rates[rate] ?? 0)
        }
    }
}
