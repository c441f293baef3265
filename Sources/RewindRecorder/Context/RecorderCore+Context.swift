import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// What is recorded alongside the steps: marks, log lines, attachments, metadata.
extension RecorderCore {
    func mark(_ name: String, note: String?) { mark(recorded: form.text(name, at: .appText), note: note) }

    func mark(literal name: StaticString, note: String?) { mark(recorded: form.text("\(name)", at: .sourceName), note: note) }

    /// Marks what a person typed: the text stays readable at every level.
    func mark(typed name: String, note: String?) {
        mark(recorded: form.text(name, at: .words), note: note.map { form.text($0, at: .words) }, byHand: true)
    }

    private func mark(recorded name: String, note: String?, byHand: Bool = false) {
        guard isRecording else { return }
        let name = name.prefix(bytes: FormatLimits.markBytes)
        let note = (byHand ? note : note.map { form.text($0, at: .appText) })?.prefix(bytes: FormatLimits.noteBytes)
        appendNote { MarkLine(time: $0, step: $1, name: name, note: note, byHand: byHand).json }
        if pictures.isDrawn {
            pictures.noteMark()
            wakeWriter()
        }
    }

    func log(_ message: String, level: String, label: String, metadata: JSONObject) {
        guard isRecording else { return }
        let message = form.text(message, at: .appText).prefix(bytes: 32 << 10)
        var details = metadata.isEmpty ? metadata : form.facts(metadata)
        if JSONValue.object(details).jsonText.utf8.count > 32 << 10 { details = ["omitted": "more than 32 KiB"] }
        let label = form.text(label, at: .appText).prefix(bytes: 256)
        appendNote { LogLine(time: $0, step: $1, level: level, label: label, message: message, metadata: details).json }
    }

    /// Bytes of all attachments together.
    static var attachmentLimit: Int { 64 << 20 }

    func attach(_ title: String, _ bytes: [UInt8], type: String) -> Bool {
        guard isRecording else { return false }
        let title = form.text(title, at: .appText).prefix(bytes: 256)
        let bytes = form.file(bytes, type: type)
        let type = form.text(type, at: .mediaType)
        let (time, step) = moment
        let name = changeManifest { manifest -> String? in
            // Pictures come and go, within a limit of their own.
            let others = manifest.attachments.filter { !Manifest.isPicture(file: $0.name) }
            let taken = others.reduce(0) { $0 + ($1.bytes ?? 0) }
            guard bytes.count <= Self.attachmentLimit - taken, others.count < 1_000 else { return nil }
            let name = Self.fileName(of: title, number: others.count + 1)
            manifest.attachments.append(
                .init(name: "attachments/" + name, title: title, type: type.prefix(bytes: 128), step: step, time: time, bytes: bytes.count))
            return name
        }
        guard let name else { return false }
        do throws(RecordingError) {
            try FileSystem.makeDirectory(directory.file("attachments"))
            try FileSystem.replace(directory.file("attachments/" + name), with: bytes)
            return true
        } catch {
            changeManifest { $0.attachments.removeAll { $0.name == "attachments/" + name } }
            return false
        }
    }

    func set(metadata: JSONObject) {
        guard isRecording else { return }
        let clean = form.facts(metadata)
        changeManifest { manifest in
            for (key, value) in clean { manifest.metadata[key] = value }
        }
    }

    /// A title as the name of a file that every system and every bundle takes: `3-the-cart.png`.
    private static func fileName(of title: String, number: Int) -> String {
        let name = String(title.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }.suffix(60))
        return "\(number)-" + (name.hasSuffix(".") ? name + "file" : name)
    }
}
