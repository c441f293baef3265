package import RewindFormat
import RewindReplay
package import RewindValue

/// What is known of how a recording's process died, gathered before it is drawn.
package struct CrashReport {
    package let ending: Ending
    package let crash: Crash?
    private let symbols: Symbols?

    /// The report of an ending and its crash report, if there is one, with what is known of its frames.
    package init(ending: Ending, crash: Crash?, symbols: Symbols?) {
        self.ending = ending
        self.crash = crash
        self.symbols = symbols
    }

    /// For people.
    package var lines: [Line] {
        let words = EndingText(ending: ending)
        var facts = FactLines()
        facts.add("ended", "it " + words.verb, .alarm)
        facts.add("reason", ending.reason, .alarm)
        facts.add("under way", words.underWay, .alarm)
        facts.add("memory", words.memory)
        guard let crash else {
            facts.add("backtrace", "none was recorded: nothing in the process saw its end")
            return facts.lines
        }
        facts.add("thread", crash.isInRecorder ? "the recorder's own, which was encoding a state" : crash.thread)
        if crash.signal == "SIGSEGV" || crash.signal == "SIGBUS" { facts.add("address", crash.address.hexadecimal) }
        var lines = facts.lines
        if !crash.backtrace.isEmpty { lines.append(Line()) }
        let width = crash.backtrace.compactMap { $0.image?.name.count }.max() ?? 0
        for (position, frame) in crash.backtrace.enumerated() where !isMadeByCompiler(frame) {
            lines.append(row(position, frame, imageWidth: min(width, 24)))
        }
        if let missing = symbols?.missing, !missing.isEmpty {
            let names = missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? " and \(missing.count - 3) more" : "")
            lines += [
                Line(),
                Line(
                    "the files of this build of \(names) are not here, so only offsets are shown: name them with --symbols, or run this where they are",
                    .faint),
            ]
        }
        return lines
    }

    /// Whether a frame is a step between two of the source's functions that nobody wrote; JSON has them all.
    private func isMadeByCompiler(_ frame: Crash.Frame) -> Bool {
        symbols?.place(of: frame).map { FunctionName.isMadeByCompiler($0.function) || $0.line == nil && $0.function.hasPrefix("closure #") }
            ?? false
    }

    private func row(_ position: Int, _ frame: Crash.Frame, imageWidth: Int) -> Line {
        var line = Line(DisplayWidth.padded("\(position)", to: 4), .faint)
        line.add(DisplayWidth.padded(frame.image?.name ?? "?", to: imageWidth) + "  ", .faint)
        if let place = symbols?.place(of: frame) {
            line.add(FunctionName.short(place.function))
            if let text = place.line { line.add("  at \(text)", .name) }
        } else if let offset = frame.offset {
            line.add("+ " + offset.hexadecimal)
        } else {
            line.add(frame.address.hexadecimal)
        }
        return line
    }

    /// For programs: one object.
    package var json: JSONValue {
        var object = ending.json.object ?? [:]
        for (key, value) in crash?.json ?? [:] { object[key] = value }
        if let crash {
            object["backtrace"] = .array(
                crash.backtrace.map { frame in
                    var member: JSONObject = ["address": .string(frame.address.hexadecimal)]
                    member["image"] = frame.image.map { .string($0.name) }
                    member["offset"] = frame.offset.map { .string($0.hexadecimal) }
                    member["function"] = symbols?.place(of: frame).map { .string($0.function) }
                    member["at"] = symbols?.place(of: frame)?.line.map(JSONValue.string)
                    return .object(member)
                })
        }
        return .object(object)
    }
}
