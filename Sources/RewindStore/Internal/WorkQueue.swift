/// A first-in, first-out queue of waiting work.
@usableFromInline struct WorkQueue<Element: Sendable>: Sendable {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var next = 0

    var waiting: [Element] { elements[next...].compactMap(\.self) }

    @inlinable mutating func append(_ element: Element) { elements.append(element) }

    @inlinable mutating func prepend(_ others: [Element]) { elements.replaceSubrange(..<next, with: others); next = 0 }

    @inlinable mutating func popFirst() -> Element? {
        guard next < elements.count else { return nil }
        let element = elements[next].take()
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: next <= 1_024)
            next = 0
        }
        return element
    }
}
