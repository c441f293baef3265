/// A value while the operations of a patch are applied to it.
///
/// Where there are many operations, a large array or object that one of them inserts into or removes from is opened: until it is asked for as a
/// whole it is held in a form that such operations cost little in. Opened ones never lie in each other.
struct EditedValue {
    private var root: JSONValue = .null
    private var arrays: [Opened<ChunkedArray>] = []
    private var objects: [Opened<SparseObject>] = []
    private let opensLarge: Bool

    private struct Opened<Container> {
        let place: [String]
        var container: Container
    }

    /// Fewer operations, and smaller containers, are done with before anything is opened.
    private static let fewOperations = 16
    private static let fewElements = 2_048

    init(_ value: consuming JSONValue, operations: Int) {
        opensLarge = operations >= Self.fewOperations
        root = value
    }

    /// The whole value, which is taken out.
    mutating func takeValue() -> JSONValue {
        close { _ in true }
        defer { root = .null }
        return root
    }

    /// What is at a place; `nil` where there is nothing.
    mutating func value(at place: JSONPointer) -> JSONValue? {
        if arrays.isEmpty, objects.isEmpty { return root[place] }
        let tokens = place.tokens
        if let index = arrays.lastIndex(where: { tokens.isBelow($0.place) }) {
            let depth = arrays[index].place.count
            guard let element = ArrayIndex.parse(tokens[depth]), element < arrays[index].container.count else { return nil }
            return arrays[index].container[element][JSONPointer(tokens: Array(tokens[(depth + 1)...]))]
        }
        if let index = objects.lastIndex(where: { tokens.isBelow($0.place) }) {
            let depth = objects[index].place.count
            return objects[index].container[tokens[depth]]?[JSONPointer(tokens: Array(tokens[(depth + 1)...]))]
        }
        close { $0.isInside(tokens[...]) }
        return root[place]
    }

    /// Makes a change and returns its opposite; leaves the value as it is if it throws.
    mutating func apply(_ edit: Edit) throws(Edit.Failure) -> Edit {
        if opensLarge { prepare(edit) }
        if let index = arrays.lastIndex(where: { edit.tokens.isBelow($0.place) }) {
            return try arrays[index].container.apply(edit, below: arrays[index].place.count)
        }
        if let index = objects.lastIndex(where: { edit.tokens.isBelow($0.place) }) {
            return try objects[index].container.apply(edit, below: objects[index].place.count)
        }
        return try edit.apply(to: &root)
    }

    /// Closes what a change reaches from above, and opens what it is worth opening for.
    private mutating func prepare(_ edit: Edit) {
        guard let last = edit.tokens.last else { return close { _ in true } }
        let parent = edit.tokens.dropLast()
        let isReplacement = if case .replace = edit { true } else { false }
        if !arrays.isEmpty || !objects.isEmpty {
            // An element that comes or goes moves those behind it to other places.
            let movesOthers = !isReplacement && (last == "-" || ArrayIndex.parse(last) != nil)
            close { $0.count > parent.count && $0.isInside(movesOthers ? parent : edit.tokens[...]) }
        }
        if isReplacement || arrays.contains(where: { edit.tokens.isBelow($0.place) })
            || objects.contains(where: { edit.tokens.isBelow($0.place) })
        {
            return
        }
        open(Array(parent), isRemoval: { if case .add = edit { false } else { true } }())
    }

    private mutating func open(_ place: [String], isRemoval: Bool) {
        switch root[JSONPointer(tokens: place)] {
        case .array(let elements) where elements.count >= Self.fewElements: break
        case .object(let object) where isRemoval && object.count >= Self.fewElements: break  // adding to one costs little
        default: return
        }
        close { $0.isInside(place[...]) }
        switch removeValue(at: place) {
        case .array(let elements): arrays.append(Opened(place: place, container: ChunkedArray(elements)))
        case .object(let object): objects.append(Opened(place: place, container: SparseObject(object)))
        case let other?: put(other, at: place)
        case nil: break
        }
    }

    private mutating func close(_ isMeant: ([String]) -> Bool) {
        for index in arrays.indices.reversed() where isMeant(arrays[index].place) {
            let elements = arrays[index].container.takeElements()
            put(.array(elements), at: arrays.remove(at: index).place)
        }
        for index in objects.indices.reversed() where isMeant(objects[index].place) {
            let object = objects[index].container.takeObject()
            put(.object(object), at: objects.remove(at: index).place)
        }
    }

    /// The value at a place, in whose stead null is left.
    private mutating func removeValue(at place: [String]) -> JSONValue? {
        guard case .replace(_, let value)? = try? Edit.replace(place, .null).apply(to: &root) else { return nil }
        return value
    }

    private mutating func put(_ value: JSONValue, at place: [String]) { _ = try? Edit.replace(place, value).apply(to: &root) }
}

extension [String] {
    /// Whether the place is inside another.
    fileprivate func isBelow(_ other: [String]) -> Bool { count > other.count && isInside(other[...]) }

    /// Whether the place is another, or inside it.
    fileprivate func isInside(_ other: ArraySlice<String>) -> Bool {
        count >= other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
    }
}
