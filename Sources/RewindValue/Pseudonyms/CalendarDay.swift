/// A day of the Gregorian calendar, which goes back before it began.
struct CalendarDay: Equatable {
    var year: Int, month: Int, day: Int

    /// How many days it is after the 1st of March of the year 0.
    var number: Int {
        // The year begins in March, so that a leap day is its last.
        let years = month > 2 ? year : year - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    }

    init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

    /// The day of a number of 0 or more.
    init(number: Int) {
        let era = number / 146_097
        let rest = number % 146_097
        let years = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
        let dayOfYear = rest - (365 * years + years / 4 - years / 100)
        let months = (5 * dayOfYear + 2) / 153
        month = months < 10 ? months + 3 : months - 9
        day = dayOfYear - (153 * months + 2) / 5 + 1
        year = era * 400 + years + (month > 2 ? 0 : 1)
    }

    /// Whether the calendar has it, after the year 0.
    var exists: Bool { year > 0 && (1...12).contains(month) && day > 0 && CalendarDay(number: number) == self }

    /// The numbers of all days of a century that have the same two first digits of the year: from `2000-01-01` to `2099-12-31`.
    static func days(ofCentury century: Int) -> Range<Int> {
        let first = CalendarDay(year: max(century * 100, 1), month: 1, day: 1)
        return first.number..<CalendarDay(year: century * 100 + 100, month: 1, day: 1).number
    }
}
