import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindLive
import RewindSystem

/// The recording that a page in the browser shows and follows: sealed anew when the app has recorded more.
actor ViewedRecording {
    private let path: String
    private let directory: TemporaryDirectory
    /// What the app records; `nil` for a recording that is complete.
    private var tail: RecordingTail?
    private var version = 0
    private var bytes: [UInt8] = []
    /// Before then, the recording is not sealed again: sealing takes at most a fifth of the time.
    private var rest = ContinuousClock.now
    /// Which session it is of, by which the file is found that is made of a directory.
    private let session: RecordingSummary.Session?
    /// Since when it can't be read.
    private var failing: ContinuousClock.Instant?

    /// How long the file of a session that has ended may take to appear.
    private static let patience = Duration.seconds(10)

    /// - Parameters:
    ///   - path: the recording, in any form.
    ///   - directory: where it is sealed while an app records it.
    /// - Throws: `RecordingError` if it can't be read.
    init(_ path: String, in directory: TemporaryDirectory) throws {
        (self.path, self.directory) = (path, directory)
        session = RecordingSummary(lookingAt: path).session
        if LiveDirectory.isRecorded(path) {
            var tail = try RecordingTail(following: path, from: .newest)
            while try tail.read().hasMore {}  // what is there already is sealed below
            self.tail = tail
        }
        (bytes, version) = (try Self.sealed(path, in: directory), 1)
    }

    /// The recording's bytes once it has another version than the page's; no bytes if it stays the same for 20 seconds, or is complete.
    ///
    /// - Parameter known: the page's version; 0 if it has none.
    func page(after known: Int) async throws -> PageServer.Page {
        let end = ContinuousClock.now + .seconds(20)
        while version == known, tail != nil, ContinuousClock.now < end {
            if ContinuousClock.now > rest { follow() }
            if version == known { try await Task.sleep(for: .milliseconds(300)) }
        }
        return PageServer.Page(
            type: "application/octet-stream", bytes: version == known ? [] : bytes,
            headers: ["Rewind-Version": "\(version)", "Rewind-Live": tail == nil ? "no" : "yes"])
    }

    /// Seals the recording again if there is more of it; one that can't be read for some time is followed no further.
    private func follow() {
        do {
            try FileSystem.kind(of: path) == nil ? loadSealedFile() : update()
            failing = nil
        } catch {
            let since = failing ?? .now
            failing = since
            if ContinuousClock.now < since + Self.patience { return }
            tail = nil
            Diagnostics.say("the page no longer follows: \(error)")
        }
    }

    /// Takes the file that was made of the directory, as `rewind record` does once the app has ended.
    private func loadSealedFile() throws {
        guard let file = try RecordingLibrary.ofThisMachine?.recordings().first(where: { $0.session == session && session != nil }) else {
            throw RecordingError(.notFound, "it was removed, or sealed into a file that 'rewind list' does not list", path: path)
        }
        bytes = try Self.sealed(file.path, in: directory)
        version += 1
        tail = nil
    }

    /// Seals the recording again if the app has recorded more, or has ended.
    private func update() throws {
        guard var tail else { return }
        let goesOn = LiveDirectory.isLocked(path)  // also while `rewind record` makes the file, which is shown next
        let reading = try tail.read()
        self.tail = goesOn ? tail : nil
        if goesOn, reading.pieces.isEmpty, reading.dropped.isEmpty { return }
        let start = ContinuousClock.now
        bytes = try Self.sealed(path, in: directory)
        version += 1
        rest = ContinuousClock.now + max(.seconds(1), (ContinuousClock.now - start) * 4)
    }

    private static func sealed(_ path: String, in directory: TemporaryDirectory) throws -> [UInt8] {
        let place = try TemporaryDirectory(in: directory)
        defer { place.remove() }
        let recording = try SealedPart.recording(of: Editor(path, whileLive: .openAsSavedCopy), in: place)
        guard let bytes = try sealedBytes(at: recording.path) else {
            throw RecordingError(.unsupported, "a recording of which no single file can be made", path: path)
        }
        return bytes
    }
}

/// The user's browser.
enum Browser {
    /// Opens an address; where no browser can be opened, the user has the address.
    ///
    /// The address goes into a file that leads to it, because others can see the arguments of this user's processes.
    static func open(_ address: String, in directory: TemporaryDirectory) throws {
        let path = directory.path + "/open.html"
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">"
        try SharedAtomicFile.write(Array(page.utf8), to: path, replacing: true)
        let (name, command) = (path.shellQuoted, "command -v xdg-open >/dev/null && xdg-open")
        _ = try? ShellRun.run("{ \(command) \(name) || open \(name); } >/dev/null 2>&1 &", input: "/dev/null", environment: [:])
    }
}
