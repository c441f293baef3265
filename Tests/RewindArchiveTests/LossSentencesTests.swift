import Foundation
import RewindCapture
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindFormat

@Suite("What Rewind says of losses, in a masked recording") struct LossSentencesTests {
    /// What a recording tells of its own lines.
    private static let counted: [String] = {
        var losses = Losses()
        for steps in [3...3, 4...5] {
            losses.actions.append(steps)
            losses.payloads.append(steps)
            losses.states.append(steps)
            losses.unknown.append(Losses.UnknownStates(store: "main", steps: steps))
        }
        for reason in [Damage.Reason.checksum, .malformed, .zeros] {
            losses.damage.append(Damage(entry: SegmentName.states(7), offset: 12, count: 34, reason: reason))
        }
        return losses.sentences
    }()

    /// All other sentences, with `Ada` where somebody's words stand.
    private static let said = [
        Recording.manifestIsLost,
        "the actions of segment 7 are damaged and left out",
        "segments/000000/states.ndjson is cut off: its first line is kept, unchecked",
        "segments/000007/actions.ndjson is cut off: its first 4 lines are kept, unchecked",
        "segments/000000/states.ndjson is damaged: one of its lines is kept, unchecked",
        "segments/000007/actions.ndjson is damaged: 4 of its lines are kept, unchecked",
        "attachments/stderr.txt is damaged and left out", "crash.json is damaged and left out", "images.json is damaged and left out",
        "attachments/Ada.png is damaged and left out",
        "status is missing: how it ended, and what was under way then, is not known in full", Crash.pageIs(.missing, knowsHow: false),
        Crash.pageIs(.damaged, knowsHow: true), Crash.imagesAre(.missing), Crash.imagesAre(.damaged),
        "Ada is left out: its name is not one that a bundle may hold",
        "step 4 is \(GapLine.Kind.inNoPart.phrase)", "steps 4 to 6 are \(GapLine.Kind.inNoPart.phrase)",
        "step 4 could not be written: can't reserve 4096 bytes for the file: No space left on device",
        "steps 4 to 6 could not be written: can't write 17 bytes to the file: Disk quota exceeded",
        "states of main may be wrong in step 3: at the whole state the patches do not lead to what the state encodes to in full; "
            + "what encode(to:) writes must depend on the value alone",
        "states of 'Ada' may be wrong in steps 3 to 5: at '/Ada/her own' the patches do not lead to what the state encodes to in full; "
            + "what encode(to:) writes must depend on the value alone",
        // What a check of the lines finds, with the step or the file in front.
        "unsound: manifest.json: segment 3 is listed after segment 4",
        "unsound: manifest.json: the manifest says that segment 3 has the steps 1 to 4, but it has no steps",
        "unsound: manifest.json: the manifest lists the store 'Ada' twice",
        "unsound: segments/000000/actions.ndjson: malformed line: 9 bytes at byte 12",
        "unsound: step 3: step 3 comes after step 4",
        "unsound: step 3: the cause is step 4, which comes later",
        "unsound: manifest.json: the steps of segment 3 are out of order",
        "unsound: manifest.json: the manifest describes a segment incorrectly, or a number in it is beyond its limit (stepNumbers, segmentNumbers)",
        "unsound: manifest.json: the manifest lists Ada twice or in the wrong place",
        "unsound: step 3: out of order",
        "unsound: step 3: the state of step 3 comes after that of step 4",
        "unsound: step 3: the keyframe of main is not the state that the patches before it lead to: they differ at (all)",
        "unsound: step 3: the keyframe of Ada is not the state that the patches before it lead to: they differ at /Ada, /Ada/0",
        "unsound: step 3: the patch does not fit the state before it: operation 0 (replace at \"/Ada\"): no value exists there",
        "unsound: step 3: the patch does not fit the state before it: operation 1 (move at \"/Ada\"): there is nothing to move at \"/Ada\"",
        "unsound: step 3: the patch does not fit the state before it: operation 2 (add at \"/Ada\"): "
            + "the path leads through a value that is neither an object nor an array",
        "unsound: step 3: the patch does not fit the state before it: operation 3 (remove at \"/Ada\"): "
            + "index 9 is beyond the array, which has 3 elements",
        "unsound: step 3: the patch does not fit the state before it: operation 4 (copy at \"/Ada\"): \"Ada\" is not an array index",
        "unsound: step 3: the patch does not fit the state before it: operation 0 (copy at \"/Ada\"): "
            + "copies add more than the limit copiedBytes, 1 MiB",
        "unsound: step 3: the patch does not fit the state before it: operation 0 (move at \"/Ada\"): "
            + "the value nests deeper than the limit depth, 160 levels",
        "unsound: segments/000000/actions.ndjson: and 12 more of that kind",
        "Ada: the state of step 3 is missing",
    ]

    @Test(arguments: counted + said) func stayButForWhatIsSomebodys(sentence: String) {
        var masked: [String] = []
        let kept = OwnWords.keeping(in: sentence) { text in
            masked.append(text)
            return text.contains("Ada") ? text : "?"
        }
        #expect(kept == sentence)
        #expect(masked.isEmpty != sentence.contains("Ada"))
        let recorded = Redactor(level: .masked).recorded(sentence, at: .ownWords)
        #expect(recorded.count == sentence.count && !recorded.contains("her own"))
    }

    @Test func namesThatLookLikeOursAreMasked() {
        let redactor = Redactor(level: .masked)
        for name in ["attachments/Adalbert.txt", "attachments/stderr.txt.gz", "letters/crash.json", "segments/000000/adalbert.ndjson"] {
            #expect(redactor.recorded("\(name) is damaged and left out", at: .ownWords).contains(name) == false)
        }
        #expect(redactor.recorded("the mark 'it was lost' was added", at: .ownWords).contains("it was lost") == false)
    }

    /// Where the sentences above are made: whoever writes a new one meets this.
    private static let makers = [
        "BundleContents+Mending.swift": 1, "BundleContents+Salvage.swift": 4, "BundleContents+Sources.swift": 1, "EndingFiles.swift": 3,
        "ExitFacts.swift": 1,
        "LossSentence.swift": 1, "Losses.swift": 1,
        "MergedFiles.swift": 1, "PartJoin.swift": 1, "RecordingScan.swift": 8,
        "Salvage.swift": 9,
        "StateCoverage.swift": 1, "Writer+Files.swift": 1, "Writer+States.swift": 1,
        // Errors of a check.
        "Checkup.swift": 2, "Finding.swift": 1, "ManifestCheck.swift": 2, "StateCheck.swift": 3, "StepCheck.swift": 3,
    ]

    @Test func areAllHere() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let adding = try Regex(#"[lL]osses(\.\w+)? \+= |[lL]osses(\.\w+)?\.append\(|\blost\.append\("#)
        let saying = try Regex(#"\bsentences\.append\("#)
        let finding = try Regex(#"\.error, (error\.code\.rawValue|")"#)
        var found: [String: Int] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            var count = text.matches(of: adding).count
            if file.lastPathComponent == "Losses.swift" { count += text.matches(of: saying).count }
            if file.path.contains("/Checkup/") { count += text.matches(of: finding).count }
            if count > 0 { found[file.lastPathComponent] = count }
        }
        #expect(found == Self.makers, "put a new sentence into the list above, and its words into OwnWords")
    }
}
