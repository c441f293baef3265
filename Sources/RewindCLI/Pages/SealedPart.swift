import RewindAge
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay

/// A recording as one sealed file, as a page has it.
enum SealedPart {
    /// The recording itself if all of it is wanted and it is one file that we made; otherwise a new file of what is wanted.
    ///
    /// - Parameters:
    ///   - part: the wanted steps; all if `nil`.
    ///   - directory: where a new file is made.
    static func recording(of editor: Editor, _ part: PartReference? = nil, in directory: TemporaryDirectory) throws -> Recording {
        let (recording, timeline) = (editor.recording, editor.timeline)
        if part == nil, recording.form == .bundle, try sealedBytes(at: recording.path) != nil { return recording }
        // What is sealed for a recipient does not get onto the disk without that: the new file is for this process only.
        var editor = editor
        if isSealedForRecipients(recording.path) { editor.recipients = [Identity().recipient] }
        let made = try editor.trim(to: try part?.resolve(in: timeline) ?? timeline.steps, output: directory.path + "/part.rewind")
        for sentence in PartText.remarks(on: made, in: timeline.steps) { Diagnostics.say(sentence) }
        return made.recording
    }
}
