import RewindReplay
import RewindValue

/// The members of a value on all levels; those of an array's elements are combined.
struct MemberTree {
    private var members: [String: MemberTree] = [:]
    private var elements: [MemberTree] = []  // one, or none: a struct can't hold itself

    init(_ value: JSONValue) { add(value) }

    private mutating func add(_ value: JSONValue) {
        if let object = value.object {
            for (key, member) in object { members[key, default: MemberTree()].add(member) }
        } else if let array = value.array, !array.isEmpty {
            if elements.isEmpty { elements.append(MemberTree()) }
            for element in array { elements[0].add(element) }
        }
    }

    private init() {}

    /// The first member of a value that is in neither of two trees; a member that is null does not count.
    static func stranger(in value: JSONValue, before: MemberTree?, after: MemberTree?, at path: JSONPointer = .root) -> JSONPointer? {
        if let object = value.object {
            for (key, member) in object where member != .null {
                let (before, after) = (before?.members[key], after?.members[key])
                if before == nil, after == nil { return path.appending(key) }
                if let found = stranger(in: member, before: before, after: after, at: path.appending(key)) { return found }
            }
        } else if let array = value.array {
            let (before, after) = (before?.elements.first, after?.elements.first)
            if before == nil, after == nil { return nil }  // the app has made something else of it as a whole
            for (index, element) in array.enumerated() {
                if let found = stranger(in: element, before: before, after: after, at: path.appending(index)) { return found }
            }
        }
        return nil
    }
}

extension JSONPointer {
    /// A question whether an existing path was meant, such as `; did you mean /home/selection?`; empty if no path is near.
    func meant(in value: JSONValue) -> String {
        PathNotFound(of: self, in: value, step: 0).meant.map { "; did you mean \($0)?" } ?? ""
    }
}
