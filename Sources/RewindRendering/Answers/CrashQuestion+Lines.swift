package import RewindFormat
package import RewindReplay
package import RewindValue

extension CrashQuestion: Verb {
    package static let declaration = VerbDeclaration("crash", "how the app died, and what led to it")

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let recording = arguments.timeline.recording
        self.init(try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try recording.crash() })
    }

    package func members(for rows: [Row], in timeline: Timeline) throws(RecordingError) -> JSONObject {
        guard let row = rows.first else { return [:] }
        let report = CrashReport(row)
        var object: JSONObject = [:]
        object["sentence"] = report.story.sentence.map { .string($0) }
        object["where"] = report.place.map { .string($0) }
        object["calls"] = .array(report.backtrace.map { .string($0.text) })
        return object
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> { table(drawing, gaps: SymbolGaps()) }

    /// The same with advice.
    ///
    /// - Parameters:
    ///   - gaps: why functions are missing.
    ///   - file: the recording's name in commands; by default its path.
    ///   - namesHost: whether a command has to name the app's host, since no file of the project does.
    package func table(_ drawing: Drawing, gaps: SymbolGaps, file: String? = nil, namesHost: Bool = true) -> AnswerTable<Row> {
        let file = file ?? drawing.timeline.recording.path
        return AnswerTable(isList: false) {
            CrashReport($0, gaps: gaps, file: file, namesHost: namesHost, showsAll: drawing.showsAll, source: drawing.source).lines
        }
    }
}

/// The death of a recorded process, as lines.
package struct CrashReport {
    private let row: CrashQuestion.Row
    private let gaps: SymbolGaps
    package let story: StoryLines
    private let showsAll: Bool
    private let source: SourceExcerpt.Finder

    package init(
        _ row: CrashQuestion.Row, gaps: SymbolGaps = SymbolGaps(), file: String? = nil, namesHost: Bool = true, showsAll: Bool = false,
        source: @escaping SourceExcerpt.Finder = { _ in nil }
    ) {
        (self.row, self.gaps, self.showsAll, self.source) = (row, gaps, showsAll, source)
        story = StoryLines(row, file: file, namesHost: namesHost)
    }

    private var crash: Crash? { row.crash }

    /// The crash, if what its thread did is the reason.
    private var ownFault: Crash? { crash.flatMap { $0.isOwnFault ? $0 : nil } }

    /// Where in the app's own code it crashed: `CommentsReducer.swift:60, CommentsState.exchange(_:)`; `nil` if that is not known.
    package var place: String? {
        let call = ownFault?.ownCall
        return [call?.line ?? row.reason?.site, call?.function].compactMap { $0 }.joinedOrNil
    }

    /// The lines of the source for the crash: where it was, and where the action was sent.
    package var sources: (crash: [Line], dispatch: [Line]) {
        let call = ownFault?.ownCall
        let crash = (call?.line).flatMap { SourcePlace($0, module: call?.module) } ?? row.reason?.site.flatMap { SourcePlace($0) }
        return (
            crash.flatMap(source)?.lines(titled: SourceExcerpt.crashTitle) ?? [],
            row.story.step?.site.flatMap { SourcePlace($0) }.flatMap(source)?.lines(titled: SourceExcerpt.dispatchTitle) ?? []
        )
    }

    /// The layout for several recordings: a line each, with how the app died, why, and the step under way.
    package static var tableOfSeveral: AnswerTable<CrashQuestion.Row> {
        AnswerTable { row in
            let words = EndingText(ending: row.ending)
            var line = Line(words.verb, .alarm)
            if let reason = row.reason { line.add(": " + TerminalText.escaped(reason.words)) }
            for sentence in words.underWay { line.add("; " + TerminalText.escaped(sentence)) }
            if let loss = row.loss { line.add("; lost: " + TerminalText.escaped(loss.sentence), .alarm) }
            return [line.hanging(4)]
        }
    }

    /// The report for people.
    package var lines: [Line] {
        let words = EndingText(ending: row.ending)
        var facts = FactLines()
        facts.add("ended", "it " + words.verb, .alarm)
        facts.add("reason", row.reason?.words, .alarm)
        facts.add("where", place, .alarm)
        facts.add("under way", words.underWay, .alarm)
        facts.add("effects", row.story.effects.map { EffectText.sentence($0, at: row.story.end) })
        facts.add("in short", story.sentence)
        facts.add("memory", words.memory)
        facts.add("again", story.again)
        let sources = sources
        let story =
            (sources.crash.isEmpty ? [] : [Line()] + sources.crash) + (story.lines.isEmpty ? [] : [Line()] + story.lines)
            + (sources.dispatch.isEmpty ? [] : [Line()] + sources.dispatch)
        guard let crash else {
            let none = row.ending.how == .unknown ? "none" : "none was recorded: nothing in the process saw its end"
            facts.add("backtrace", row.loss.map { "lost: \($0.sentence)" } ?? none)
            return facts.lines + story
        }
        facts.add("lost", row.loss?.sentence, .alarm)
        if crash.isSent { facts.add("signal", "another process sent it: the system chose the thread that is shown here") }
        facts.add("thread", crash.isInRecorder ? "the recorder's own, which was encoding a state" : crash.thread)
        if let address = crash.address, crash.signal == "SIGSEGV" || crash.signal == "SIGBUS" {
            facts.add("address", address == Crash.noAddress ? "one that nothing is at" : address.hexadecimal)
        }
        var lines = facts.lines + story
        if !crash.backtrace.isEmpty { lines += [Line()] + backtrace }
        let folded = isFolding ? "Calls of other people's code are folded; --full shows them." : nil
        let remarks = [folded, gapsInNumbers].compactMap { $0 } + gaps.sentences
        if !remarks.isEmpty { lines += [Line()] + remarks.map { Line($0, .faint).hanging(0) } }
        return lines
    }

    /// The calls, innermost first: a row each, and one for each inlined function.
    ///
    /// If some calls are in the app's own code, each run of other calls between them is one row.
    package var backtrace: [Line] {
        let isFolding = isFolding
        let (calls, recursions) = shownCalls
        let shown = calls.lazy.map { $0.element }.filter { !isFolding || !isForeign($0) }
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
        var next = 0
        for (position, frame) in calls {
            if position > next {
                fold()
                rows.append(Line("    … \(position - next) calls more; --full shows them", .faint).hanging(6))
            }
            next = position + 1
            let places = frame.places.isEmpty ? [nil] : Self.shown(frame).map(Optional.some)
            if isFolding, isForeign(frame) {
                if !places.isEmpty { folded.append(frame) }
                if recursions[position] == nil { continue }
                fold()
            } else {
                fold()
                rows += places.map { row(position, frame, $0, imageWidth: width) }
            }
            guard let recursion = recursions[position] else { continue }
            let same = recursion.period == 1 ? "the same call" : "the same \(recursion.period) calls"
            rows.append(Line("    … \(same) \(recursion.times) times more; --full shows them", .faint).hanging(6))
            next += recursion.period * recursion.times
        }
        fold()
        return rows
    }

    private typealias Call = (offset: Int, element: Crash.Frame)

    /// The calls to show with their numbers, and the rounds that are left out behind a call, by its number.
    ///
    /// Of calls that call each other again and again, the innermost round is shown; of a stack that is long all the same, the innermost and
    /// the outermost calls.
    private var shownCalls: (calls: [Call], recursions: [Int: (period: Int, times: Int)]) {
        let all = Array((crash?.backtrace ?? []).enumerated())
        if showsAll { return (all, [:]) }
        var calls: [Call] = []
        var recursions: [Int: (period: Int, times: Int)] = [:]
        var place = 0
        while place < all.count {
            let (period, rounds) = Self.recursion(in: all, at: place)
            calls += all[place..<(place + period)]
            place += period * rounds
            if rounds > 1, let last = calls.last { recursions[last.offset] = (period, rounds - 1) }
        }
        guard calls.count > Self.innermostCalls + Self.outermostCalls else { return (calls, recursions) }
        return (calls.prefix(Self.innermostCalls) + calls.suffix(Self.outermostCalls), recursions)
    }

    private var calls: [Call] { shownCalls.calls }

    /// How many calls are there how often, one round behind the other, beginning with one; a few rounds are no reason to leave any out.
    private static func recursion(in calls: [Call], at start: Int) -> (period: Int, rounds: Int) {
        for period in 1...6 {
            var end = start + period
            while end < calls.count, isSame(calls[end].element, calls[end - period].element) { end += 1 }
            let rounds = (end - start) / period
            if rounds >= 4 { return (period, rounds) }
        }
        return (1, 1)
    }

    private static func isSame(_ one: Crash.Frame, _ other: Crash.Frame) -> Bool {
        one.places.isEmpty ? other.places.isEmpty && one.address == other.address : one.places == other.places
    }

    private static let (innermostCalls, outermostCalls) = (200, 50)

    private var isFolding: Bool {
        guard !showsAll, calls.contains(where: { Self.isOwn($0.element) }) else { return false }
        return calls.contains { isForeign($0.element) && ($0.element.places.isEmpty || !Self.shown($0.element).isEmpty) }
    }

    /// Whether a call is certainly not in the app's own code.
    private func isForeign(_ frame: Crash.Frame) -> Bool { Self.isSystem(frame) || !frame.places.isEmpty && !Self.isOwn(frame) }

    static func isSystem(_ frame: Crash.Frame) -> Bool { frame.image?.withoutFolders.path.hasPrefix("/") == true }

    /// Whether a call is in a function that names one of the app's modules and has a source line.
    private static func isOwn(_ frame: Crash.Frame) -> Bool {
        !isSystem(frame) && shown(frame).contains { $0.line != nil && !FunctionName($0.function).modules.isEmpty }
    }

    /// The owner of a call's code: one of our modules, or the library.
    private static func room(_ frame: Crash.Frame) -> String? {
        isSystem(frame) ? frame.image?.name : frame.places.last.flatMap { FunctionName($0.function).module } ?? frame.image?.name
    }

    /// The reason for gaps in the numbering of the calls; `nil` if there are no gaps, or if rows give the counts.
    package var gapsInNumbers: String? {
        if isFolding { return nil }
        return calls.contains { !$0.element.places.isEmpty && Self.shown($0.element).isEmpty }
            ? "The missing numbers are calls that the compiler put between the source's functions; 'rewind crash --json' has them." : nil
    }

    /// The places of a frame to show: of inlined functions, only those with a source line.
    static func shown(_ frame: Crash.Frame) -> [Crash.Place] {
        frame.places.enumerated().filter { index, place in
            !isMadeByCompiler(place) && (place.line != nil || index == frame.places.count - 1)
        }
        .map { $0.element }
    }

    /// Whether a place is a compiler-generated step between two functions of the source; JSON includes all of them.
    private static func isMadeByCompiler(_ place: Crash.Place) -> Bool {
        let name = FunctionName(place.function)
        return place.isFailure || name.isMadeByCompiler || place.line == nil && name.isClosure
    }

    private func row(_ position: Int, _ frame: Crash.Frame, _ place: Crash.Place?, imageWidth: Int) -> Line {
        var line = Line(DisplayWidth.padded("\(position) ", to: 4), .faint)
        line.add(DisplayWidth.padded(frame.image?.name ?? "?", to: imageWidth) + "  ", .faint)
        if let place {
            line.add(FunctionName(place.function).short)
            if let text = place.line { line.add("  at \(text)", .name) }
        } else if let offset = frame.offset {
            line.add("+ " + offset.hexadecimal)
        } else {
            line.add(frame.address == Crash.noAddress ? "?" : frame.address.hexadecimal)
        }
        // Not aligned with its column, which would leave no room for a function's name.
        return line.hanging(4)
    }
}

extension Crash {
    /// The app's innermost function in the backtrace, without types and closures: `Shop.Cart.pay(_:)`; `nil` if no call is known to be in
    /// the app's own code.
    package var ownFunction: String? { innermostOwn?.name.enclosing }

    /// The same without its module, beside the module, and the line of the call, if that is known.
    var ownCall: (function: String, module: String?, line: String?)? {
        guard let (name, place) = innermostOwn else { return nil }
        let prefix = (name.module ?? "") + "."
        return (name.enclosing.hasPrefix(prefix) ? String(name.enclosing.dropFirst(prefix.count)) : name.enclosing, name.module, place.line)
    }

    private var innermostOwn: (name: FunctionName, place: Place)? {
        for frame in backtrace where !CrashReport.isSystem(frame) {
            // A closure has a number, which another one before it in the source changes. Without debug information it isn't shown.
            for place in CrashReport.shown(frame) + frame.places.suffix(1) {
                let name = FunctionName(place.function)
                if name.isOfApp && !name.isMadeByCompiler { return (name, place) }
            }
        }
        return nil
    }
}

extension [String] {
    fileprivate var joinedOrNil: String? { isEmpty ? nil : joined(separator: ", ") }
}
