import RewindRendering
import RewindValue

/// Rows of text that fold: of a step, its facts, its action, its changes and the state.
///
/// Only what is unfolded is made: a value of a hundred thousand children costs one row until it is opened, and then a row a hundred.
struct Outline {
    /// What a row is about; the same row of two steps has the same node, so folds and the cursor stay while one goes from step to step.
    enum Node: Hashable {
        case section(Section)
        case line(Section, Int)
        /// A value in a section, by the keys that lead to it.
        case value(Section, [String])
        /// A hundred children of a value, by the first.
        case group(Section, [String], first: Int)
    }

    enum Section: String {
        case facts, watched, picture, action, changes, source, state
    }

    struct Row {
        var node: Node
        var depth: Int
        var line: Line
        /// Whether it is unfolded; `nil` if there is nothing to unfold.
        var isOpen: Bool?
        /// The place in the state that the row is about.
        var place: JSONPointer?
        var value: JSONValue?
        var step: Int?
        /// Whether the step changed the value, or something in it.
        var isChanged = false
    }

    private(set) var rows: [Row] = []
    /// What the user has unfolded, or folded.
    private let folds: [Node: Bool]

    /// Children are shown in groups from this number on.
    static let groupSize = 100

    init(folds: [Node: Bool]) { self.folds = folds }

    private func isOpen(_ node: Node, usually: Bool) -> Bool { folds[node] ?? usually }

    /// Adds a row that does not fold.
    mutating func add(
        _ line: Line, of section: Section, depth: Int = 0, place: JSONPointer? = nil, value: JSONValue? = nil, step: Int? = nil
    ) {
        let number = rows.count { if case .line(section, _) = $0.node { true } else { false } }
        rows.append(Row(node: .line(section, number), depth: depth, line: line, place: place, value: value, step: step))
    }

    /// Adds a section's title; returns whether the section is unfolded.
    mutating func addTitle(_ title: Line, of section: Section, isOpen usually: Bool = true) -> Bool {
        let isOpen = isOpen(.section(section), usually: usually)
        rows.append(Row(node: .section(section), depth: 0, line: title, isOpen: isOpen))
        return isOpen
    }

    /// Adds the children of a value, or the value itself if it has none.
    ///
    /// - Parameter touched: the paths in it that a step changed: they are unfolded, unless the user folded them.
    mutating func add(_ value: JSONValue, of section: Section, touched: [[String]] = []) {
        if value.childCount == 0 {
            add(ValueText.line(value, limit: Self.textLimit), of: section, depth: 1, place: .root, value: value)
        } else {
            addChildren(of: value, at: [], section, depth: 1, touched: touched.map { $0[...] })
        }
    }

    /// How many characters of a value a row has.
    private static let textLimit = 200
    /// The paths of a step that are unfolded by themselves; a step that changed more is not shown by unfolding all.
    static let touchedLimit = 64

    private mutating func addChildren(
        of value: JSONValue, at path: [String], _ section: Section, depth: Int, touched: [ArraySlice<String>]
    ) {
        let count = value.childCount
        guard count > Self.groupSize else {
            addChildren(0..<count, of: value, at: path, section, depth: depth, touched: touched)
            return
        }
        for first in stride(from: 0, to: count, by: Self.groupSize) {
            let range = first..<min(count, first + Self.groupSize)
            let node = Node.group(section, path, first: first)
            let isTouched = value.isTouched(touched, in: range)
            let isOpen = isOpen(node, usually: isTouched)
            var row = Row(node: node, depth: depth, line: Line("\(range.lowerBound) … \(range.upperBound - 1)", .faint), isOpen: isOpen)
            row.isChanged = isTouched
            row.place = section == .state ? JSONPointer(tokens: path) : nil
            rows.append(row)
            if isOpen { addChildren(range, of: value, at: path, section, depth: depth + 1, touched: touched) }
        }
    }

    private mutating func addChildren(
        _ range: Range<Int>, of value: JSONValue, at path: [String], _ section: Section, depth: Int, touched: [ArraySlice<String>]
    ) {
        for position in range {
            let (key, child) = value.child(at: position)
            let below = touched.filter { $0.first == key }.map { $0.dropFirst() }
            let (path, node) = (path + [key], Node.value(section, path + [key]))
            let isParent = child.childCount > 0
            let isOpen = isParent ? isOpen(node, usually: below.contains { !$0.isEmpty }) : nil
            let name = Line(value.array == nil ? key : "[\(key)]", below.isEmpty ? .name : .changed) + Line(": ", .faint)
            var row = Row(node: node, depth: depth, line: name + Self.text(child, isOpen: isOpen), isOpen: isOpen)
            (row.place, row.value, row.isChanged) = (JSONPointer(tokens: path), child, !below.isEmpty)
            rows.append(row)
            if isOpen == true { addChildren(of: child, at: path, section, depth: depth + 1, touched: below) }
        }
    }

    /// A child's value: of a parent that is unfolded, only how much it holds.
    private static func text(_ value: JSONValue, isOpen: Bool?) -> Line {
        if isOpen == true {
            return Line(value.array == nil ? "{\(value.childCount)}" : "[\(value.childCount)]", .faint)
        }
        if isOpen == false, PatchText.isLong(value, Self.textLimit) { return Line(PatchText.brief(value, 12), .faint) }
        return ValueText.line(value, limit: Self.textLimit)
    }
}

extension JSONValue {
    /// The number of its members or elements.
    var childCount: Int { object?.count ?? array?.count ?? 0 }

    /// A member or an element with its key.
    func child(at position: Int) -> (key: String, value: JSONValue) {
        if case .array(let elements) = self { return (String(position), elements[position]) }
        guard case .object(let object) = self else { return ("", self) }
        let member = object.member(at: position)
        return (member.key, member.value)
    }

    /// Whether one of some paths leads into a range of its children.
    fileprivate func isTouched(_ paths: [ArraySlice<String>], in range: Range<Int>) -> Bool {
        let keys = Set(paths.compactMap(\.first))
        if keys.isEmpty { return false }
        if case .array = self { return keys.contains { Int($0).map(range.contains) ?? false } }
        return range.contains { keys.contains(child(at: $0).key) }
    }
}
