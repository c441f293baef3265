package import RewindValue

/// What is known about a crash besides how the recording ended: where the process was, its thread and backtrace; the bundle's `crash.json`.
package struct Crash: Sendable, Equatable {
    /// The signal, such as `SIGSEGV`.
    package var signal: String
    /// The address that could not be accessed, or the address of the trap; `nil` for a signal that was sent.
    package var address: UInt64?
    /// The name of the thread that crashed; `nil` if the thread has no name.
    package var thread: String?
    /// Whether that was the recorder's own thread, which runs the app's `encode(to:)` on states.
    package var isInRecorder: Bool
    /// Whether another process sent the signal: then the thread is the one that the system chose, and may have nothing to do with the
    /// signal.
    package var isSent = false
    /// Where the thread was, innermost first.
    package var backtrace: [Frame]
    /// When the crash happened, in monotonic nanoseconds by the system's clock; `nil` in a sealed recording, whose ending has the time.
    package var time: Int?

    /// One call of a backtrace.
    package struct Frame: Sendable, Hashable {
        /// The program counter.
        package var address: UInt64
        /// The image that contains the address; `nil` if no image loaded at the start does.
        package var image: Image?
        /// The functions that contain the address, from the innermost inlined one to the one that was called; empty if the symbols were not
        /// looked up, or don't show them.
        package var places: [Place] = []

        /// The address relative to the image's base, by which the image's symbols are listed.
        package var offset: UInt64? { image.map { address &- $0.base } }
    }

    /// A place in a program's text.
    package struct Place: Sendable, Hashable {
        /// The function, as Swift writes it.
        package var function: String
        /// The file's name, without its folders, and the line; `nil` without debug information.
        package var line: String?

        package init(function: String, line: String? = nil) {
            self.function = function
            self.line = line
        }

        /// Whether the function only reports why the program stopped.
        package var isFailure: Bool { function.hasPrefix(Self.failure) }

        fileprivate static let failure = "Swift runtime failure: "
    }

    /// What the runtime puts before its reason, followed by a colon.
    package static let runtimeMarks = ["Fatal error", "Precondition failed", "Assertion failed"]

    /// Why the program stopped, where the compiler noted that in place of a message: `Fatal error: Index out of range`.
    package var reason: String? {
        guard isOwnFault, let place = backtrace.first?.places.first, place.isFailure else { return nil }
        return "Fatal error: " + place.function.dropFirst(Place.failure.count)
    }

    /// A program or library of the crashed process.
    package struct Image: Sendable, Hashable {
        /// The image's path, while the process's directory is on its machine; in a sealed recording, only the file name unless the image is
        /// the system's.
        package var path: String
        /// The address that offsets are counted from.
        package var base: UInt64
        /// How many bytes from there belong to the image.
        package var count: UInt64
        /// The linker's build id, in hexadecimal; empty if the image has no id.
        package var buildID: String

        package init(path: String, base: UInt64, count: UInt64, buildID: String) {
            (self.path, self.base, self.count, self.buildID) = (path, base, count, buildID)
        }

        /// The last component of the path.
        package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

        /// The image without private details: its path is kept only if the folders don't identify the machine.
        package var withoutFolders: Image {
            var image = self
            if !["/usr/", "/lib", "/opt/", "/System/"].contains(where: path.hasPrefix) { image.path = name }
            return image
        }
    }

    /// Whether the process brought the signal upon itself, rather than receiving it from another.
    package var isOwnFault: Bool { ["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP"].contains(signal) && !isSent }

    package static let entryName = "crash.json"

    /// The files that tell of a crash: this one, and those of a live recording.
    package static let files: Set = [entryName, "crash", "images.json"]

    /// The value for an address that is not recorded: nothing is mapped there, so it may be text that was taken for a pointer.
    package static let noAddress = UInt64.max
}

extension Crash {
    /// The crash of a thread at a signal, the addresses of its calls found in the images that were loaded at the start.
    package init(signal: String, address: UInt64?, thread: String?, isInRecorder: Bool, calls: [UInt64], images: [Image]) {
        self.signal = signal
        self.address = address
        self.isInRecorder = isInRecorder
        self.thread = thread.map(ThreadName.whole)
        backtrace = calls.map { address in
            Frame(address: address, image: images.first { address >= $0.base && address - $0.base < $0.count })
        }
    }

    /// The crash that a `crash.json` describes; `nil` if it names no signal.
    package init?(json: JSONValue) {
        guard let signal = json["signal"]?.string else { return nil }
        self.signal = signal
        thread = json["thread"]?.string.map(ThreadName.whole)
        isInRecorder = json["inRecorder"]?.bool ?? false
        isSent = json["sent"]?.bool ?? false
        address = isSent ? nil : UInt64(hexadecimal: json["address"]?.string)
        let images = (json["images"]?.array ?? []).compactMap { Image(json: $0) }
        backtrace = (json["backtrace"]?.array ?? []).compactMap { frame in
            guard let address = UInt64(hexadecimal: frame["address"]?.string) else { return nil }
            let image = frame["image"]?.int.flatMap { images.indices.contains($0) ? images[$0] : nil }
            let places = (frame["inlined"]?.array ?? []).compactMap { Place(json: $0) } + [Place(json: frame)].compactMap { $0 }
            return Frame(address: address, image: image, places: places)
        }
    }

    /// The members of `crash.json`; only the images that the backtrace needs are in it, without the folders of this machine.
    package var json: JSONObject {
        var object: JSONObject = ["signal": .string(signal)]
        object["address"] = address.map { .string($0.hexadecimal) }
        object["thread"] = thread.map(JSONValue.string)
        if isInRecorder { object["inRecorder"] = true }
        if isSent { object["sent"] = true }
        var images: [Image] = []
        let frames = backtrace.map { frame -> JSONValue in
            var member: JSONObject = ["address": .string(frame.address.hexadecimal)]
            if let image = frame.image {
                let index = images.firstIndex(of: image) ?? images.count
                if index == images.count { images.append(image) }
                member["image"] = .number(JSONNumber(index))
            }
            frame.describePlaces(in: &member)
            return .object(member)
        }
        object["backtrace"] = .array(frames)
        object["images"] = .array(images.map { $0.withoutFolders.json })
        return object
    }
}

extension Crash.Frame {
    /// Adds the functions to the members of a frame: the one that was called, and those that the compiler put into it.
    package func describePlaces(in member: inout JSONObject) {
        guard let called = places.last else { return }
        for (key, value) in called.json { member[key] = value }
        if places.count > 1 { member["inlined"] = .array(places.dropLast().map { .object($0.json) }) }
    }
}

extension Crash.Place {
    init?(json: JSONValue) {
        guard let function = json["function"]?.string else { return nil }
        self.init(function: function, line: json["at"]?.string)
    }

    fileprivate var json: JSONObject {
        var object: JSONObject = ["function": .string(function)]
        object["at"] = line.map(JSONValue.string)
        return object
    }
}

extension Crash.Image {
    package init?(json: JSONValue) {
        guard let path = json["path"]?.string, let base = UInt64(hexadecimal: json["base"]?.string) else { return nil }
        self.init(
            path: path, base: base, count: UInt64(hexadecimal: json["bytes"]?.string) ?? 0, buildID: json["build"]?.string ?? "")
    }

    package var json: JSONValue {
        var object: JSONObject = ["path": .string(path), "base": .string(base.hexadecimal), "bytes": .string(count.hexadecimal)]
        if !buildID.isEmpty { object["build"] = .string(buildID) }
        return .object(object)
    }
}

extension UInt64 {
    /// A number written as `0x7f01`, since JSON's numbers are unsuited to addresses.
    package init?(hexadecimal text: String?) {
        guard let text, text.hasPrefix("0x") else { return nil }
        self.init(text.dropFirst(2), radix: 16)
    }

    package var hexadecimal: String { "0x" + String(self, radix: 16) }
}

/// The names of threads; Linux keeps only the last 15 bytes of a name that Dispatch gives: `oot.default-qos`.
enum ThreadName {
    /// The name that Dispatch gave a thread of its pool, if a text is the end of one; any other name as it is.
    static func whole(_ name: String) -> String {
        guard name.utf8.count == kept else { return name }
        let labels = qualities.flatMap { ["com.apple.root.\($0)-qos", "com.apple.root.\($0)-qos.overcommit"] } + [manager]
        let meant = labels.filter { $0.hasSuffix(name) }
        // The end of one that may take more threads than there are processors is the same for all qualities.
        return meant.count > 1 ? "com.apple.root.*\(name)" : meant.first ?? name
    }

    /// Bytes that Linux keeps of a thread's name.
    private static let kept = 15
    private static let qualities = ["maintenance", "background", "utility", "default", "user-initiated", "user-interactive"]
    private static let manager = "com.apple.libdispatch-manager"
}
