import RewindFormat
import RewindRendering
import RewindReplay

/// The picture of the app that holds at a step, as a part of its outline: a text can be unfolded, of any other picture only the name is shown.
struct StepPicture {
    private let step: Int
    private let info: Manifest.AttachmentInfo
    /// The lines of a text, or why it can't be read; `nil` for a picture that a terminal can't show.
    private let lines: [Line]?

    /// Looks the picture up; `nil` if no picture holds there.
    init?(at step: Int, in recording: Recording) {
        guard let info = AppPictures(of: recording).held(at: step) else { return nil }
        (self.step, self.info) = (step, info)
        lines = info.isScreen ? Self.lines(of: info, in: recording) : nil
    }

    /// The lines of a picture that is a text.
    static func lines(of info: Manifest.AttachmentInfo, in recording: Recording) -> [Line] {
        do throws(RecordingError) {
            return try recording.screen(info).map { Line(TerminalText.escaped($0)) }
        } catch {
            return [Line("\(error)", .alarm)]
        }
    }

    func add(to outline: inout Outline) {
        let place = info.step == step ? "" : "  after step \(info.step ?? 0)"
        guard let lines else {
            return outline.add(Line("picture", .strong) + Line("  \(info.fileName)\(place)", .faint), of: .picture, step: info.step)
        }
        guard outline.addTitle(Line("picture", .strong) + Line(place, .faint), of: .picture, isOpen: false) else { return }
        for line in lines { outline.add(line, of: .picture, depth: 1) }
    }
}
