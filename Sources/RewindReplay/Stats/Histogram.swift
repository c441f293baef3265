/// The distribution of durations in little memory: each is counted in a bucket at most a sixteenth of the duration wide.
package struct Histogram: Sendable, Equatable {
    package private(set) var count = 0
    /// The sum of all durations, in nanoseconds.
    package private(set) var total = 0
    package private(set) var longest = 0
    private var buckets: [Int: Int] = [:]

    package init() {}

    /// Counts a duration in nanoseconds; a negative one counts as zero.
    package mutating func add(_ value: Int) {
        let value = max(0, value)
        count += 1
        total = total.addingReportingOverflow(value).overflow ? .max : total + value
        longest = max(longest, value)
        buckets[Self.bucket(of: value), default: 0] += 1
    }

    /// Counts the durations of another histogram.
    package mutating func add(_ other: Histogram) {
        count += other.count
        total = total.addingReportingOverflow(other.total).overflow ? .max : total + other.total
        longest = max(longest, other.longest)
        for (bucket, number) in other.buckets { buckets[bucket, default: 0] += number }
    }

    /// The duration that this percentage of all durations does not exceed, accurate to a sixteenth; 0 without durations.
    package func percentile(_ percent: Int) -> Int {
        var left = max(1, (count * percent + 99) / 100)
        for bucket in buckets.keys.sorted() {
            left -= buckets[bucket] ?? 0
            if left <= 0 { return min(longest, Self.end(of: bucket)) }
        }
        return longest
    }

    /// Below sixteen each number has a bucket; above, each power of two has sixteen.
    private static func bucket(of value: Int) -> Int {
        guard value >= 16 else { return value }
        let shift = Int.bitWidth - value.leadingZeroBitCount - 5
        return shift * 16 + value >> shift
    }

    private static func end(of bucket: Int) -> Int {
        guard bucket >= 32 else { return bucket }
        let shift = bucket / 16 - 1
        return ((bucket - shift * 16 + 1) << shift) &- 1  // in the last bucket, the sum exceeds the largest number by one
    }
}
