/// Moments by the calendar, in Coordinated Universal Time: a recording travels between time zones.
package enum UTC {
    /// Nanoseconds since 1970 as `2026-11-21 11:50:02 UTC`, for people.
    package static func text(_ nanoseconds: Int) -> String {
        let (date, time) = parts(nanoseconds)
        return "\(date) \(time) UTC"
    }

    /// Nanoseconds since 1970 as `2026-11-21T11:50:02Z`, for programs.
    package static func iso8601(_ nanoseconds: Int) -> String {
        let (date, time) = parts(nanoseconds)
        return "\(date)T\(time)Z"
    }

    /// The date and the time of day of nanoseconds since 1970: `2026-11-21` and `11:50:02`.
    package static func parts(_ nanoseconds: Int) -> (date: String, time: String) {
        let seconds = nanoseconds / 1_000_000_000 - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = seconds - day * 86_400
        // Days to date by Howard Hinnant's algorithm (chrono-compatible low-level date algorithms): years begin in March.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return ("\(year)-\(two(month))-\(two(dayOfMonth))", "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))")
    }
}
