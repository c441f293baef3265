import RewindValue

/// Numbers as disjoint ranges in ascending order; it never counts through a range, since a bundle may claim large ones.
package struct StepRanges: Sendable, Equatable {
    package private(set) var ranges: [ClosedRange<Int>] = []

    /// The numbers of all ranges, which may overlap and be out of order.
    package init(_ unordered: [ClosedRange<Int>]) {
        for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func range(containing number: Int) -> ClosedRange<Int>? {
        let position = ranges.partitioningIndex { $0.upperBound >= number }
        return position < ranges.count && ranges[position].contains(number) ? ranges[position] : nil
    }

    /// The first number of `range` that is outside these ranges.
    package func firstMissing(in range: ClosedRange<Int>) -> Int? {
        var number = range.lowerBound
        while number <= range.upperBound, let covering = self.range(containing: number) {
            if covering.upperBound >= range.upperBound { return nil }
            number = covering.upperBound + 1
        }
        return number
    }

    /// The parts of `whole` that are outside these ranges.
    package func outside(_ whole: ClosedRange<Int>) -> [ClosedRange<Int>] {
        var rest: [ClosedRange<Int>] = []
        var next = whole.lowerBound
        for range in ranges where range.overlaps(whole) {
            if range.lowerBound > next { rest.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= whole.upperBound { rest.append(next...whole.upperBound) }
        return rest
    }

    /// What of `whole` the ascending `numbers` leave out.
    package static func gaps(between numbers: [Int], in whole: ClosedRange<Int>) -> [ClosedRange<Int>] {
        var gaps: [ClosedRange<Int>] = []
        var next = whole.lowerBound
        for number in numbers where number >= next {
            if number > next { gaps.append(next...(number - 1)) }
            next = number + 1
        }
        if next <= whole.upperBound { gaps.append(next...whole.upperBound) }
        return gaps
    }
}

extension ClosedRange<Int> {
    /// The smallest range that holds both.
    func hull(with other: ClosedRange<Int>) -> ClosedRange<Int> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension [ClosedRange<Int>] {
    /// Adds a range; if it begins in the last one, or right behind it, both become one.
    package mutating func join(_ range: ClosedRange<Int>) {
        if let last, range.lowerBound >= last.lowerBound, range.lowerBound <= last.upperBound + 1 {
            self[count - 1] = last.hull(with: range)
        } else {
            append(range)
        }
    }
}
