import RewindValue

/// An array whose elements lie side by side; the standard library's three encode, and are compared, alike.
protocol ElementList {
    associatedtype Element
    var isEmpty: Bool { get }
    func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result
}

extension Array: ElementList {
    func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result {
        try withUnsafeBufferPointer(body)
    }
}

extension ContiguousArray: ElementList {
    func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result {
        try withUnsafeBufferPointer(body)
    }
}

extension ArraySlice: ElementList {
    func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result {
        try withUnsafeBufferPointer(body)
    }
}

extension Array: DirectlyEncoded where Element: Encodable {}
extension ContiguousArray: DirectlyEncoded where Element: Encodable {}

extension DirectlyEncoded where Self: ElementList, Self.Element: Encodable {
    static var isLeaf: Bool { false }

    func encoded(at path: CodingPath) throws -> JSONValue {
        try path.checkDepth()
        return try withElements { elements in
            if let bytes = path.written(bytes: elements) { return bytes }
            return .array(
                try elements.enumerated().map { index, element in try JSONValue(encoding: element, at: path.index(index)) })
        }
    }

    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        if encoding.joins(Element.self) {
            let value = try encoded(at: encoding.path(to: step()))
            return encoding.write(recorded: value)
        }
        let place = try encoding.enter(step(), as: .array)
        let plan = encoding.plan(of: Element.self)
        // By pointer: where `Element` is known at run time only, an iterator looks metadata up for each element.
        try withElements { elements in
            var index = 0
            while index < elements.count {
                encoding.separate(from: index)
                try encoding.encode(elements[index], plan) { .index(index) }
                index += 1
            }
        }
        encoding.leave(place)
    }
}
