/// What waits, first come, first served.
struct WorkQueue<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var next = 0

    var isEmpty: Bool { next == elements.count }

    var waiting: [Element] { elements[next...].compactMap(\.self) }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func prepend(_ others: [Element]) { elements.replaceSubrange(..<next, with: others); next = 0 }

    mutating func popFirst() -> Element? {
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
