package import RewindFormat
import RewindReplay
package import RewindValue

/// The facts about the death of a recording's process, collected before they are drawn.
package struct CrashReport {
    package let ending: Ending
    package let crash: Crash?
    private let gaps: SymbolGaps
    /// What the recording's losses say about its crash report.
    private let loss: String?
    /// The events that led to the crash, if they are known.
    private let story: StoryLines?
    /// The last steps, shown if the cause is unknown.
    package var lastSteps: [Line] = []
    /// Whether calls of code outside the app are shown one by one.
    package var showsAll = false

    /// Creates the report of an ending and its crash report, if any, with the reasons for missing functions.
    ///
    /// - Parameters:
    ///   - losses: the losses of the recording as sentences; the crash report may be among them.
    ///   - story: the events that led to the crash.
    package init(
        ending: Ending, crash: Crash?, gaps: SymbolGaps = SymbolGaps(), losses: [String] = [], story: StoryLines? = nil
    ) {
        self.story = story
        loss = Self.loss(in: losses)
        self.ending = ending
        self.crash = crash
        self.gaps = gaps
    }

    /// The loss that mentions the crash report; `nil` if no loss does.
    static func loss(in losses: [String]) -> String? {
        losses.first { sentence in
            sentence.contains(Crash.entryName) || Crash.FileFault.allCases.map(Crash.imagesAre).contains(sentence)
                || Crash.FileFault.allCases.contains { fault in
                    [true, false].contains { knowsHow in sentence == Crash.pageIs(fault, knowsHow: knowsHow) }
                }
        }
    }

    /// The reason of the crash: the last message of the process, or the compiler's note at the place.
    package var reason: String? { ending.reason ?? crash?.reason }

    /// The report for people.
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

    /// The calls, innermost first: a row each, and one for each inlined function.
    ///
    /// If some calls are in the app's own code, each run of other calls between them is one row.
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

    /// Whether a call is certainly not in the app's own code.
    private func isForeign(_ frame: Crash.Frame) -> Bool { Self.isSystem(frame) || !frame.places.isEmpty && !Self.isOwn(frame) }

    private static func isSystem(_ frame: Crash.Frame) -> Bool { frame.image?.withoutFolders.path.hasPrefix("/") == true }

    /// Whether a call is in a function that names one of the app's modules and has a source line.
    private static func isOwn(_ frame: Crash.Frame) -> Bool {
        !isSystem(frame) && shown(frame).contains { $0.line != nil && !FunctionName.modules(in: $0.function).isEmpty }
    }

    /// The owner of a call's code: one of our modules, or the library.
    private static func room(_ frame: Crash.Frame) -> String? {
        isSystem(frame) ? frame.image?.name : frame.places.last.flatMap { FunctionName.firstModule(of: $0.function) } ?? frame.image?.name
    }

    /// The reason for gaps in the numbering of the calls; `nil` if there are no gaps, or if rows give the counts.
    package var gapsInNumbers: String? {
        if isFolding { return nil }
        return crash?.backtrace.contains { !$0.places.isEmpty && Self.shown($0).isEmpty } == true
            ? "The missing numbers are calls that the compiler put between the source's functions; 'rewind crash --json' has them." : nil
    }

    /// The places of a frame to show: of inlined functions, only those with a source line.
    private static func shown(_ frame: Crash.Frame) -> [Crash.Place] {
        frame.places.enumerated().filter { index, place in
            !isMadeByCompiler(place) && (place.line != nil || index == frame.places.count - 1)
        }
        .map(\.element)
    }

    /// Whether a place is a compiler-generated step between two functions of the source; JSON includes all of them.
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
        // Not aligned with its column, which would leave no room for a function's name.
        return line.hanging(4)
    }

    /// The report for programs: one object.
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
