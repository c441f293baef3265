package import RewindFormat
import RewindReplay
package import RewindValue

/// What is known of how a recording's process died, gathered before it is drawn.
package struct CrashReport {
    package let ending: Ending
    package let crash: Crash?
    private let gaps: SymbolGaps
    /// What the recording says of a crash report that it had.
    private let loss: String?
    /// How it came to it, where that is known.
    private let story: StoryLines?
    /// The last steps, where nobody knows how it came to it.
    package var lastSteps: [Line] = []
    /// Whether calls of other people's code are shown one by one.
    package var showsAll = false

    /// The report of an ending and its crash report, if there is one, with why frames have no functions.
    ///
    /// - Parameters:
    ///   - losses: What was lost of the recording, a sentence each: the crash report may be among that.
    ///   - story: How it came to it.
    package init(
        ending: Ending, crash: Crash?, gaps: SymbolGaps = SymbolGaps(), losses: [String] = [], story: StoryLines? = nil
    ) {
        self.story = story
        loss = Self.loss(in: losses)
        self.ending = ending
        self.crash = crash
        self.gaps = gaps
    }

    /// The sentence among those on what was lost that tells of the crash report; `nil` if none does.
    static func loss(in losses: [String]) -> String? {
        losses.first { sentence in
            sentence.contains(Crash.entryName) || Crash.FileFault.allCases.map(Crash.imagesAre).contains(sentence)
                || Crash.FileFault.allCases.contains { fault in
                    [true, false].contains { knowsHow in sentence == Crash.pageIs(fault, knowsHow: knowsHow) }
                }
        }
    }

    /// Why it ended: what the process said last, or what the compiler noted at the place.
    package var reason: String? { ending.reason ?? crash?.reason }

    /// For people.
    package var lines: [Line] {
        let words = EndingText(ending: ending)
        var facts = FactLines()
        facts.add("ended", "it " + words.verb, .alarm)
        facts.add("reason", reason, .alarm)
        facts.add("under way", words.underWay, .alarm)
        facts.add("memory", words.memory)
        facts.add("again", story?.again.map { $0 + ", while that app runs and is live" })
        let story = story.map { [Line()] + $0.lines } ?? (lastSteps.isEmpty ? [] : [Line(), Line("the last steps", .strong)] + lastSteps)
        guard let crash else {
            let none = ending.how == .unknown ? "none" : "none was recorded: nothing in the process saw its end"
            facts.add("backtrace", loss.map { "lost: \($0)" } ?? none)
            return facts.lines + story
        }
        facts.add("lost", loss, .alarm)
        if crash.isSent { facts.add("signal", "another process sent it: the system chose the thread that is shown here") }
        facts.add("thread", crash.isInRecorder ? "the recorder's own, which was encoding a state" : crash.thread)
        if let address = crash.address, crash.signal == "SIGSEGV" || crash.signal == "SIGBUS" {
            facts.add("address", address == Crash.noAddress ? "one that nothing is at" : address.hexadecimal)
        }
        var lines = facts.lines + story
        if !crash.backtrace.isEmpty { lines += [Line()] + backtrace }
        let folded = isFolding ? "Calls of other people's code are folded; --full shows them." : nil
        let remarks = [folded, gapsInNumbers].compactMap(\.self) + gaps.sentences
        if !remarks.isEmpty { lines += [Line()] + remarks.map { Line($0, .faint).hanging(0) } }
        return lines
    }

    /// The calls, innermost first: a row each, and one for each function that the compiler put into another.
    ///
    /// Where some are of the app's own code, those between them are one row.
    package var backtrace: [Line] {
        guard let crash else { return [] }
        let isFolding = isFolding
        let shown = crash.backtrace.filter { !isFolding || !isForeign($0) }
        let width = min(24, shown.compactMap { $0.image?.name.count }.max() ?? 0)
        var rows: [Line] = []
        var folded: [Crash.Frame] = []
        func fold() {
            if folded.isEmpty { return }
            let names = folded.compactMap(Self.room).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            rows.append(
                Line("    … \(folded.count) \(folded.count == 1 ? "call" : "calls") of \(names.joined(separator: ", "))", .faint).hanging(6)
            )
            folded = []
        }
        for (position, frame) in crash.backtrace.enumerated() {
            let places = frame.places.isEmpty ? [nil] : Self.shown(frame).map(Optional.some)
            if isFolding, isForeign(frame) {
                if !places.isEmpty { folded.append(frame) }
                continue
            }
            fold()
            rows += places.map { row(position, frame, $0, imageWidth: width) }
        }
        fold()
        return rows
    }

    private var isFolding: Bool {
        guard !showsAll, let backtrace = crash?.backtrace, backtrace.contains(where: Self.isOwn) else { return false }
        return backtrace.contains { isForeign($0) && ($0.places.isEmpty || !Self.shown($0).isEmpty) }
    }

    /// Whether a call is certainly none of the app's own code.
    private func isForeign(_ frame: Crash.Frame) -> Bool { Self.isSystem(frame) || !frame.places.isEmpty && !Self.isOwn(frame) }

    private static func isSystem(_ frame: Crash.Frame) -> Bool { frame.image?.withoutFolders.path.hasPrefix("/") == true }

    /// Whether a call is of a function that names a module of the app's, and that somebody wrote on a line.
    private static func isOwn(_ frame: Crash.Frame) -> Bool {
        !isSystem(frame) && shown(frame).contains { $0.line != nil && !FunctionName.modules(in: $0.function).isEmpty }
    }

    /// Whose code a call is: a module of ours, or else the library.
    private static func room(_ frame: Crash.Frame) -> String? {
        isSystem(frame) ? frame.image?.name : frame.places.last.flatMap { FunctionName.firstModule(of: $0.function) } ?? frame.image?.name
    }

    /// Why numbers are missing among the calls; `nil` if none is, or where rows say how many there are.
    package var gapsInNumbers: String? {
        if isFolding { return nil }
        return crash?.backtrace.contains { !$0.places.isEmpty && Self.shown($0).isEmpty } == true
            ? "The missing numbers are calls that the compiler put between the source's functions; 'rewind crash --json' has them." : nil
    }

    /// Of what was put into another function only what somebody wrote on a line.
    private static func shown(_ frame: Crash.Frame) -> [Crash.Place] {
        frame.places.enumerated().filter { index, place in
            !isMadeByCompiler(place) && (place.line != nil || index == frame.places.count - 1)
        }
        .map(\.element)
    }

    /// Whether a place is a step between two of the source's functions that nobody wrote; JSON has them all.
    private static func isMadeByCompiler(_ place: Crash.Place) -> Bool {
        place.isFailure || FunctionName.isMadeByCompiler(place.function)
            || place.line == nil && FunctionName.short(place.function).hasPrefix("closure #")
    }

    private func row(_ position: Int, _ frame: Crash.Frame, _ place: Crash.Place?, imageWidth: Int) -> Line {
        var line = Line(DisplayWidth.padded("\(position)", to: 4), .faint)
        line.add(DisplayWidth.padded(frame.image?.name ?? "?", to: imageWidth) + "  ", .faint)
        if let place {
            line.add(FunctionName.short(place.function))
            if let text = place.line { line.add("  at \(text)", .name) }
        } else if let offset = frame.offset {
            line.add("+ " + offset.hexadecimal)
        } else {
            line.add(frame.address == Crash.noAddress ? "?" : frame.address.hexadecimal)
        }
        // Not under its column: there would be no room for a function's name.
        return line.hanging(4)
    }

    /// For programs: one object.
    package var json: JSONValue {
        var object = ending.json.object ?? [:]
        object["reason"] = reason.map(JSONValue.string)
        object["lost"] = loss.map(JSONValue.string)
        for (key, value) in crash?.json ?? [:] { object[key] = value }
        if let crash {
            object["backtrace"] = .array(
                crash.backtrace.map { frame in
                    var member: JSONObject = ["address": .string(frame.address.hexadecimal)]
                    member["image"] = frame.image.map { .string($0.name) }
                    member["offset"] = frame.offset.map { .string($0.hexadecimal) }
                    frame.describePlaces(in: &member)
                    return .object(member)
                })
        }
        return .object(object)
    }
}
