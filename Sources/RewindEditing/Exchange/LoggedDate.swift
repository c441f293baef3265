import RewindReplay

/// Dates as programs print them: ISO 8601 in its common forms, what Swift, Go, Ruby, Python, Java, JavaScript and PostgreSQL print, RFC 2822,
/// what date(1) and ctime(3) print, and a web server's log.
enum LoggedDate {
    /// Nanoseconds since 1970; without a zone, the date is taken for UTC.
    ///
    /// - Returns: `nil` for no date of the calendar, and for one before 1970 or too late for nanoseconds in 64 bits: logs write 9999-12-31
    ///   for never.
    static func nanoseconds(_ text: String) -> Int? {
        guard text.utf8.count < 128 else { return nil }
        let text = plain(text.lowercased())
        for form in forms {
            guard let match = text.wholeMatch(of: form) else { continue }
            func part(_ name: String) -> Substring? { match[name]?.substring }
            func number(_ name: String) -> Int? { part(name).flatMap { Int($0) } }
            guard var year = number("year") ?? number("last"), let month = number("month") ?? part("name").flatMap(month),
                let day = number("day"), var hour = number("hour") ?? (part("half") == nil ? 0 : nil),
                part("zone") == nil || part("after") == nil, let offset = offset(part("zone") ?? part("after") ?? "z")
            else { return nil }
            if year < 100 { year += year < 70 ? 2_000 : 1_900 }
            if let half = part("half") {
                guard (1...12).contains(hour) else { return nil }
                hour = hour % 12 + (half == "pm" ? 12 : 0)
            }
            return time(year, month, day, hour, number("minute") ?? 0, number("second") ?? 0, part("fraction"), offset)
        }
        return nil
    }

    nonisolated(unsafe) private static let forms: [Regex<AnyRegexOutput>] = [
        // 2026-03-06T15:18:01.123+01:00, 2026-03-06 15:18:01 +0000, 2026/03/06 15:18:01, 2026-03-06
        Regex(
            #/(?<year>\d{4})[-/](?<month>\d\d)[-/](?<day>\d\d)(?:(?:t| +)(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: *(?<zone>[z+-].*|[a-z]{1,4}))?)?/#
        ),
        // 20260306T151801Z, 20260306151801
        Regex(
            #/(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:t?(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: *(?<zone>[z+-].*|[a-z]{1,4}))?)?/#
        ),
        // Fri, 06 Mar 2026 15:18:01 +0100, 06/Mar/2026:15:18:01 +0100, Friday, 06-Mar-26 15:18:01 UTC
        Regex(
            #/(?:[a-z]{3,9},? +)?(?<day>\d{1,2})[-/ ](?<name>[a-z]{3,9})[-/ ](?<year>\d{4}|\d\d)[ :](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: *(?<half>am|pm))?(?: *(?<zone>[z+-].*|[a-z]{1,4}.*))?/#
        ),
        // Fri Mar  6 15:18:01 UTC 2026, Fri Mar  6 03:18:01 PM UTC 2026, Fri Mar 06 2026 15:18:01 GMT+0100, Fri Mar 06 15:18:01 2026 CET
        Regex(
            #/(?:[a-z]{3,9},? +)?(?<name>[a-z]{3,9}) +(?<day>\d{1,2}),?(?: +(?<year>\d{4}))? +(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: +(?<half>am|pm))?(?: +(?<zone>[a-z]{1,4}(?:[+-][\d:]+)?|[+-][\d:]+))?(?: +(?<last>\d{4}))?(?: +(?<after>[a-z]{1,4}|[+-][\d:]+))?/#
        ),
    ]

    /// The text without what repeats its zone, as in `[Europe/Berlin]` and `(Central European Time)`, and without Go's own clock.
    private static func plain(_ text: String) -> String {
        var text = text[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        if let own = text.firstRange(of: " m=") { text = text[..<own.lowerBound] }
        for (open, close) in [("[", "]"), ("(", ")")] as [(Character, Character)] where text.last == close {
            if let start = text.lastIndex(of: open), start != text.startIndex { text = text[..<start] }
        }
        return String(text.trimmed)
    }

    private static func month(_ name: Substring) -> Int? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
        ]
        return names.firstIndex { $0 == name || $0.prefix(3) == name || name == "sept" && $0 == "september" }.map { $0 + 1 }
    }

    private static func time(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, _ fraction: Substring?, _ offset: Int
    ) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1970...2261).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        // Days since 1970-03-01, in years that begin in March, so that leap days come last.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return seconds * 1_000_000_000 + (fraction.flatMap { Int($0.prefix(9).padded(to: 9)) } ?? 0)
    }

    /// Zones by name, in hours ahead of UTC: those of RFC 2822, and others whose name means one zone.
    private static let zones = [
        "z": 0, "utc": 0, "gmt": 0, "ut": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
        "wet": 0, "west": 1, "cet": 1, "cest": 2, "eet": 2, "eest": 3, "msk": 3, "jst": 9,
    ]

    /// The seconds that a zone is ahead of UTC: `Z`, `+01`, `+0100`, `+01:00`, with or without a name, or a name alone; `nil` for a name
    /// that may mean several zones.
    private static func offset(_ zone: Substring) -> Int? {
        if let hours = zones[String(zone)] { return hours * 3_600 }
        let form = #/(?:utc|gmt|ut)?([+-])(\d\d):?(\d\d)?(?::?(\d\d))?(?: +[a-z0-9+-]{1,6})?/#
        guard let match = zone.wholeMatch(of: form) else { return nil }
        let (hours, minutes, seconds) = (Int(match.2) ?? 0, Int(match.3 ?? "0") ?? 0, Int(match.4 ?? "0") ?? 0)
        guard hours < 24, minutes < 60, seconds < 60 else { return nil }
        return (match.1 == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds)
    }
}
