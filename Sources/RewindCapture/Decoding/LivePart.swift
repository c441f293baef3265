import OrderedCollections
import RewindValue

/// The part of a running app at the place of a value that is decoded, as its `encode(to:)` wrote it.
///
/// Decoding next to it changes only what an encoding holds: a value recorded unchanged is the running value itself, and a struct that
/// changed keeps the properties that no encoding has. So the values around a change are not even decoded.
struct LivePart {
    private let part: EncodedPart
    /// The part's encoding.
    private let tree: JSONValue?
    private let keeping: FieldPreservation
    /// Whether this may have been another element, or none.
    private let isGuess: Bool

    fileprivate init(_ part: EncodedPart, _ tree: JSONValue?, _ keeping: FieldPreservation, isGuess: Bool) {
        (self.part, self.tree, self.keeping, self.isGuess) = (part, tree, keeping, isGuess)
    }

    /// The whole state.
    init(_ value: some Encodable, encodedAs tree: JSONValue, _ keeping: FieldPreservation) {
        self.init(.typed(ValueBox(value)), tree, keeping, isGuess: false)
    }

    private func value<T>(of type: T.Type) -> T? {
        guard case .typed(let box) = part else { return nil }
        return (box.value as Any) as? T
    }

    /// The running value, if it is recorded as that; `nil` if not, or if it may change in place and is not to be shared.
    func value<T>(of type: T.Type, ifRecordedAs value: JSONValue) -> T? {
        guard !isGuess, tree == value, keeping.sharesInstances || TypePlan.of(type).isValue else { return nil }
        return self.value(of: type)
    }

    /// One level down.
    var opened: RunningParts? {
        switch part {
        case .value: return nil
        case .container(let container): return RunningParts(container, tree, keeping, isGuess: isGuess, order: .written)
        case .typed(let box):
            guard let container = try? box.listed(at: keeping.path) else { return nil }
            let order = (type(of: (box.value as Any)) as? any HashedElements.Type)?.order ?? .written
            return RunningParts(container, tree, keeping, isGuess: isGuess, order: order)
        }
    }

    /// A decoded value with what its encoding does not have of the running one.
    func completed<T>(_ decoded: T, at path: CodingPath) -> T {
        guard let running = value(of: T.self), let encodable = running as? any Encodable else { return decoded }
        let metadata = TypeMetadata(T.self)
        if T.self is AnyClass {
            let lost = InstanceLoss.names(of: running, ReachProfile.names(writtenBy: encodable), roundTrip(T.self))
            keeping.note(lost, of: T.self, why: .instance, at: path)
            return decoded
        }
        guard metadata.kind == .struct, !metadata.isImported, !(running is any DirectlyEncoded), let fields = metadata.storedFields else {
            return decoded
        }
        var merge = StructMerge(running, decoded, fields, ReachProfile.names(writtenBy: encodable), tree?.object != nil)
        let merged = merge.merged(roundTrip: roundTrip(T.self))
        keeping.note(merge.lost, of: T.self, why: .form, at: path)
        if isGuess { keeping.note(merge.kept, of: T.self, why: .guess, at: path) }
        return merged
    }

    /// The result of decoding the running value's encoding.
    private func roundTrip<T>(_ type: T.Type) -> T? {
        func decoded<D: Decodable>(_ type: D.Type) -> T? { (try? tree?.decode(type)) as? T }
        return (type as? any Decodable.Type).flatMap { decoded($0) }
    }
}

/// The children that a running value's `encode(to:)` wrote.
struct RunningParts {
    private let container: Container
    private let tree: JSONValue?
    private let keeping: FieldPreservation
    private let isGuess: Bool
    private let order: ElementOrder

    fileprivate init(_ container: Container, _ tree: JSONValue?, _ keeping: FieldPreservation, isGuess: Bool, order: ElementOrder) {
        (self.container, self.tree, self.keeping, self.isGuess, self.order) = (container, tree, keeping, isGuess, order)
    }

    /// The part that was written under a key.
    func member(_ key: String) -> LivePart? {
        container.members[key].map { LivePart($0, tree?.object?[key], keeping, isGuess: isGuess) }
    }

    /// The value's single part, if it encodes as one.
    var single: LivePart? { container.single.map { LivePart($0, tree, keeping, isGuess: isGuess) } }

    /// For each element that is decoded the one that it was.
    func elements(for values: [JSONValue]) -> [LivePart?] {
        let parts = container.elements
        var trees = tree?.array ?? []
        if order != .written || trees.count != parts.count { trees = parts.map { (try? $0.value(at: keeping.path)) ?? .null } }
        func part(_ index: Int, isGuess: Bool = false) -> LivePart {
            LivePart(parts[index], trees[index], keeping, isGuess: self.isGuess || isGuess)
        }
        guard order == .pairs else {
            return TreeDiff.origins(of: values, among: trees).map { origin in origin.map { part($0.index, isGuess: $0.isGuess) } }
        }
        let places = Dictionary(stride(from: 0, to: trees.count - 1, by: 2).map { (trees[$0], $0) }) { first, _ in first }
        return values.indices.map { index in places[values[index & ~1]].map { part($0 + index & 1) } }
    }
}

/// In which order a value's elements are recorded.
enum ElementOrder {
    case written
    /// By their bytes.
    case sorted
    /// Keys and values in turn, by the keys' bytes.
    case pairs
}

/// A collection whose elements are written in any order, and sorted where they are recorded.
protocol HashedElements {
    static var order: ElementOrder { get }
}

extension Set: HashedElements {
    static var order: ElementOrder { .sorted }
}

extension Dictionary: HashedElements {
    static var order: ElementOrder { .pairs }
}
