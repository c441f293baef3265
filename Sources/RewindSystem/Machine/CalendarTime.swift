import CLibrary

/// A wall time as people write it, for names that sort by time.
package struct CalendarTime {
    private let parts: tm

    /// Nanoseconds since 1970, in universal time.
    package init(utc wall: Int) {
        var seconds = time_t(wall / 1_000_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        self.parts = parts
    }

    /// In universal time: `20261121T115002Z`.
    package var stamp: String { "\(date)T\(time)Z" }

    /// The date: `20261121`.
    package var date: String { "\(parts.tm_year + 1900)\(Self.two(parts.tm_mon + 1))\(Self.two(parts.tm_mday))" }

    /// The time of the day: `115002`.
    package var time: String { "\(Self.two(parts.tm_hour))\(Self.two(parts.tm_min))\(Self.two(parts.tm_sec))" }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Duration {
    /// Whole nanoseconds; the largest number for more than that.
    package var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : Int(clamping: product) + Int(attoseconds / 1_000_000_000)
    }
}
