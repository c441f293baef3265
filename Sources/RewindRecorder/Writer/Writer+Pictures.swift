import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// Pictures of the app: when they are due, and their files.
extension Writer {
    /// Writes the pictures that have come, asks for one if it is due, and removes those that the limits let go.
    ///
    /// - Parameter isLast: whether the process may be gone soon, so that what was handed over does not wait for its turn.
    func keepPictures(isLast: Bool) {
        guard core.pictures.isUsed else { return }
        let now = core.now()
        for item in core.pictures.drain(withHandedOver: isLast || now >= pictureSchedule.earliest) {
            if !item.isAskedFor { pictureSchedule.take(at: now) }
            write(item)
        }
        if ring.limits.isRing { remove(pictures: album.drop(before: ring.segments[0].first - 1)) }
        guard core.pictures.isDrawn, begunStores > 0 else { return }
        let step = core.settledStep
        pictureSchedule.note(step: step, at: now)
        if core.pictures.takeMark() { pictureSchedule.noteMark() }
        guard !isLast, let due = timeToDraw, due <= now else { return }
        pictureSchedule.take(at: now)
        core.pictures.ask(step: step, time: now)
    }

    /// When the app is to draw the next picture; `nil` while nothing asks for one, it draws, or recording pauses.
    private var timeToDraw: Int? {
        core.pictures.isDrawn && !core.pictures.isDrawing && !core.isHeldBack ? pictureSchedule.due : nil
    }

    /// How long the writer may sleep until a picture is due, in nanoseconds; `nil` if none is.
    var timeToPicture: Int? {
        guard core.pictures.isUsed else { return nil }
        var times = core.pictures.isWaiting ? [pictureSchedule.earliest] : []
        if let due = timeToDraw { times.append(due) }
        let now = core.now()
        return times.min().map { max(1_000_000, $0 <= now ? 0 : $0 - now) }
    }

    /// Puts a picture into the directory first, then into the manifest, so that what the manifest lists is there.
    private func write(_ item: PictureInbox.Item) {
        guard album.wants(item.picture, at: item.step) else { return }
        let name = album.name(for: item.picture, step: item.step)
        let bytes = item.picture.isText ? core.recordedText(of: item.picture) : item.picture.bytes
        do throws(RecordingError) {
            try FileSystem.makeDirectory(core.directory.file("attachments"))
            try FileSystem.replace(core.directory.file(name), with: bytes)
        } catch {
            return core.reportDelay(error)
        }
        core.registry.withLock { registry in
            registry.isChanged = true
            registry.manifest.attachments.append(
                .init(name: name, type: item.picture.type, step: item.step, time: item.time, bytes: bytes.count))
        }
        remove(pictures: album.add(item.picture, as: name, step: item.step, bytes: bytes.count))
    }

    private func remove(pictures names: [String]) {
        if names.isEmpty { return }
        core.registry.withLock { registry in
            registry.isChanged = true
            registry.manifest.attachments.removeAll { names.contains($0.name) }
        }
        gonePictures += names
    }

    /// Removes the files of pictures that were taken off the manifest: call it once the manifest is written.
    func removeGonePictures() {
        for name in gonePictures where !album.has(name) { FileSystem.removeFile(core.directory.file(name)) }
        gonePictures = []
    }
}

extension RecorderCore {
    /// The last step up to which no step is in its reducer, or on its way from there.
    fileprivate var settledStep: Int {
        let last = journal.withLock { $0.lastStep }
        let underWay = status.underWay.filter { ($0.phase == .reducer || $0.phase == .handover) && $0.step <= last }
        return underWay.map { $0.step - 1 }.min() ?? last
    }

    /// A text picture as it may be written: without what the rules find, and otherwise as it is, since masking it would leave nothing to see.
    fileprivate func recordedText(of picture: Picture) -> [UInt8] {
        Array(form.text(String(decoding: picture.bytes, as: UTF8.self), at: .words).utf8)
    }
}
