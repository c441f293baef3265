import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// Asks a tester on a terminal for ticket details that no option gave.
struct TicketQuestions {
    private let editor: Editor
    private let output: String
    private let text: String?
    private let page: String?

    init(editor: Editor, output: String, text: String?, page: String?) {
        (self.editor, self.output, self.text, self.page) = (editor, output, text, page)
    }

    static var canAsk: Bool { Prompt.isInteractive }

    /// Completes a request; returns `false` if the tester cancels.
    ///
    /// - Parameter step: the step after which a value may be wrong; `nil` for the last one.
    mutating func complete(_ request: inout TicketRequest, part: PartReference?, step: Int?, hasFiles: Bool) throws -> Bool {
        let manifest = editor.recording.manifest
        show([recording])
        if request.title == nil {
            guard let title = answer(to: "Title", default: manifest.title) else { return false }
            request.title = title.isEmpty ? nil : title
        }
        if request.note == nil {
            // A note usually does not fit after a question on the same line.
            show(["What happened, and what should have happened?"] + (manifest.note.map { ["Enter keeps the note: \($0)"] } ?? []))
            guard let note = answer(after: "> ", default: manifest.note) else { return false }
            request.note = note.isEmpty ? nil : note
        }
        if request.wrong == nil, manifest.wrong == nil {
            guard let wrong = try WrongValueQuestions(timeline: editor.timeline, step: step).answer() else { return false }
            request.wrong = wrong
        }
        if !hasFiles {
            guard let files = files() else { return false }
            request.attachments = files
        }
        if part == nil, editor.timeline.steps.count > 2 {
            guard let answer = try askForPart() else { return false }
            request.steps = try answer?.resolve(in: editor.timeline)
            request.moment = try answer?.moment(in: editor.timeline)
        }
        let words = editor.redactedTexts(for: request)
        let sentences =
            [words.title.map { "Title: \($0)" }, words.note.map { "Note: \($0)" }].compactMap(\.self)
            + [
                request.wrong.map { WrongReport(WrongQuestion.Row($0, of: editor.timeline.steps)).what + "." },
                "The file is \(output)\(text.map { ", the text \($0)" } ?? "")\(page.map { ", the page \($0)" } ?? "").", kept(request),
                unchanged(request),
                request.level == .masked
                    ? "All texts and long numbers become pseudonyms."
                    : "All texts stay but what the rules take for secrets.",
            ].compactMap(\.self)
            + [
                OpenWords.clause(
                    title: words.title, note: words.note,
                    others: request.level == .masked ? editor.recording.partsAddedByHand(titled: false) : [])
            ]
            .compactMap { $0.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } }
        show(sentences)
        return isYes("Write them?")
    }

    private func show(_ paragraphs: [String]) {
        let lines = paragraphs.flatMap { $0.split(separator: "\n") }
        Console(isColoured: false).print(lines.map { Line(TerminalText.escaped(String($0))).hanging(0) })
        StandardOutput.flush()
    }

    /// Which recording it is about, as a sentence.
    private var recording: String {
        var summary = RecordingSummary(path: editor.recording.path, form: editor.recording.form)
        summary.add(editor.recording)
        return "The recording is \(RecordingLibrary.nearName(of: summary.path)): \(summary.words(now: SystemFacts.wallNanoseconds()))."
    }

    /// Which of the included files nothing is removed from, as a sentence; `nil` without such files.
    private func unchanged(_ request: TicketRequest) -> String? {
        let names = (included(request).map(\.fileName) + request.attachments.map { FileSystem.parts(of: $0.path).name })
            .filter(Attachment.isKeptAsItIs)
        if names.isEmpty { return nil }
        let (go, them) = names.count == 1 ? ("goes", "it") : ("go", "them")
        return "\(names.joined(separator: ", ")) \(go) along UNCHANGED: look at \(them) first."
    }

    /// The files of the recording that go along.
    private func included(_ request: TicketRequest) -> [Extraction.Item] {
        let all = editor.timeline.steps
        let steps = request.steps.map { $0.clamped(to: all) } ?? all
        let first = max(steps.lowerBound, min(all.lowerBound + 1, steps.upperBound))
        let manifest = editor.recording.manifest
        let attached = Extraction(of: editor.recording).items.filter { item in
            if !item.name.hasPrefix(Attachment.folder) || request.level == .masked && manifest.isStandardError(file: item.name) {
                return false
            }
            return item.step.map { $0 < steps.upperBound && ($0 >= first || first <= all.lowerBound + 1) } ?? true
        }
        let chosen = editor.picturesChosen(
            among: attached.filter { Manifest.isPicture(file: $0.name) }.map { ($0.name, ($0.step ?? 0, $0.time ?? 0)) }, for: request)
        return attached.filter { !Manifest.isPicture(file: $0.name) || chosen.contains($0.name) }
    }

    /// The included steps and files, as a sentence.
    private func kept(_ request: TicketRequest) -> String {
        let all = editor.timeline.steps
        let steps = request.steps.map { $0.clamped(to: all) } ?? all
        let first = max(steps.lowerBound, min(all.lowerBound + 1, steps.upperBound))
        let words = first == steps.upperBound ? "step \(first)" : "steps \(first) to \(steps.upperBound)"
        let part = steps == all ? "All \(all.count - 1) steps are" : "Of \(all.count - 1) steps, \(words) are"
        let files = RedactionText.names(included(request).map(\.fileName)) + request.attachments.map { FileSystem.parts(of: $0.path).name }
        let alongside =
            files.isEmpty
            ? "no picture or other file goes along" : "\(files.joined(separator: ", ")) \(files.count == 1 ? "goes" : "go") along"
        return "\(part) kept; \(alongside)."
    }

    /// The answer to a question; the default for an empty answer, `nil` at the end of the input.
    private mutating func answer(to question: String, default value: String?) -> String? {
        let shown = value.map { " [\(Self.short($0))]" } ?? ""
        return answer(after: "\(question)\(shown): ", default: value)
    }

    private mutating func answer(after text: String, default value: String?) -> String? {
        guard let line = Prompt.line(after: text, joinsPastedLines: true) else { return nil }
        let answer = line.trimmed
        return answer.isEmpty ? value ?? "" : answer
    }

    /// Asks for pictures and other files until an empty answer; `nil` at the end of the input.
    private mutating func files() -> [Attachment]? {
        var files: [Attachment] = []
        while true {
            guard
                let line = Prompt.line(
                    after: files.isEmpty ? "A picture or another file (Enter: none): " : "Another: ",
                    joinsPastedLines: true)
            else { return nil }
            let path = line.trimmed
            if path.isEmpty { return files }
            do throws(RecordingError) { files.append(try Attachment.read(TypedPath.unquoted(path))) } catch { Diagnostics.say("\(error)") }
        }
    }

    /// Asks for the part to include, `nil` for all; an outer `nil` at the end of the input.
    private mutating func askForPart() throws -> PartReference?? {
        let timeline = editor.timeline
        let count = timeline.steps.count - 1
        let times = editor.recording.times == nil ? "" : " (\(TimeText.duration(editor.recording.length)))"
        let marks = try timeline.markNames().map { ":" + $0 }
        let shown = marks.suffix(Self.shownMarks).joined(separator: ", ")
        let around = marks.isEmpty ? "" : ", or around \(marks.count > Self.shownMarks ? "…, " : "")\(shown)"
        while true {
            guard
                let line = Prompt.line(
                    after: TerminalText.escaped("All \(count) steps\(times), or only the last 30s, 2m or 200\(around) [all]: "),
                    joinsPastedLines: true)
            else { return nil }
            let answer = line.trimmed
            if answer.isEmpty || answer == "all" { return .some(nil) }
            do {
                let part = try PartReference(parsing: answer)
                _ = try part.resolve(in: timeline)
                return .some(part)
            } catch {
                Diagnostics.say("\(error)")
            }
        }
    }

    /// The maximum number of marks to suggest.
    private static let shownMarks = 4

    private mutating func isYes(_ question: String) -> Bool {
        while true {
            guard let line = Prompt.line(after: "\(question) [Y/n] ", joinsPastedLines: true) else { return false }
            switch line.trimmed.lowercased() {
            case "", "y", "yes": return true
            case "n", "no": return false
            default: Diagnostics.say("answer y or n")
            }
        }
    }

    private static func short(_ text: String) -> String { text.count > 30 ? text.prefix(29) + "…" : text }
}

extension Attachment {
    /// Reads a file as an attachment.
    static func read(_ path: String) throws(RecordingError) -> Attachment {
        Attachment(path: path, bytes: try FileSystem.read(path, limit: Int(clamping: ArchiveLimits.default.entryBytes)))
    }
}

/// The words in a file that everybody can read.
enum OpenWords {
    /// A warning that the words of the author, or words added to the recording, are readable for everyone; `nil` if there are no such
    /// words.
    ///
    /// - Parameter others: other parts that people added.
    static func clause(title: String?, note: String?, others: [AddedByHand.Part] = []) -> String? {
        let own: [AddedByHand.Part?] = [title.map { _ in .title }, note.map { _ in .note }]
        let parts = own.compactMap(\.self) + others
        guard let last = parts.last else { return nil }
        let names = parts.map(\.words)
        let words = (parts.count == 1 ? "" : names.dropLast().joined(separator: ", ") + " and ") + last.words
        return words + " \(parts.count > 1 || last.isPlural ? "go" : "goes") in as written, except for secrets that the rules find"
    }
}

extension AddedByHand.Part {
    fileprivate var words: String {
        switch self {
        case .title: "the title"
        case .note: "the note"
        case .marks(let count): count == 1 ? "1 mark" : "\(count) marks"
        case .fileNames(let count): count == 1 ? "the name of 1 file" : "the names of \(count) files"
        }
    }

    fileprivate var isPlural: Bool {
        switch self {
        case .title, .note: false
        case .marks(let count), .fileNames(let count): count != 1
        }
    }
}
