import CLibrary
import Dispatch
package import RewindFormat
import Synchronization

/// Reports changes of a file, or of any file in a directory: it's written, replaced, removed, made.
///
/// The directory is watched as well as the file, so a file that is replaced by a rename, or made anew, is still watched, and so is a
/// directory. If the path, or a file in the directory, is a symbolic link, its target is watched too. If the target's directory is missing,
/// the nearest existing one above it is watched. Nothing is polled: inotify(7), or kqueue(2) on Apple's platforms, reports the events. The
/// watch doesn't report what has changed, and may report several changes once.
///
/// kqueue(2) needs an open file for each that is watched, and a program of a Mac may have 256 of them. So only the last hundred names of a
/// directory are watched for bytes that are added, as a recording adds them to its last files; what is made, replaced or removed is
/// reported of all.
package final class FileWatch: Sendable {
    private let path: String
    private let isDirectory: Bool
    private let queue = DispatchQueue(label: "rewind.file-watch", qos: .userInitiated)
    private let onChange: @Sendable () -> Void
    private let watched: Mutex<Watched>

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - path: a file, which need not be there, or a directory, which must be.
    ///   - onChange: called after each change, on a queue of the watch's own.
    /// - Throws: the system's refusal if the directory is not there, or no more can be watched.
    package init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(RecordingError) {
        self.path = path
        self.onChange = onChange
        isDirectory = FileSystem.kind(of: path) == .directory
        let directory = isDirectory ? path : FileSystem.parts(of: path).directory
        guard FileSystem.kind(of: directory) == .directory else {
            throw RecordingError(systemError: ENOENT, "can't watch the directory", path: directory)
        }
        watched = Mutex(try Watched(path))
        try begin()
    }

    deinit { watched.withLock { $0.end() } }

    /// The directories to watch for names: those on the way to the path, and to all files in it.
    private func places() -> [Place] {
        guard isDirectory else { return Self.way(to: path) }
        let names = (try? FileSystem.names(in: path)) ?? []
        let links = names.map { "\(path)/\($0)" }.filter { FileSystem.linkTarget(of: $0) != nil }
        return [Place(directory: path, name: nil)] + Self.way(to: path) + links.flatMap(Self.way)
    }

    /// The directory of a path, and those that its links lead to.
    private static func way(to path: String) -> [Place] {
        var places: [Place] = []
        var next = path
        while places.count < 8 {
            let (directory, name) = FileSystem.parts(of: next)
            places.append(nearest(directory, name))
            guard let target = FileSystem.linkTarget(of: next) else { break }
            next = target.hasPrefix("/") ? target : "\(directory)/\(target)"
        }
        return places
    }

    /// The directory, or the nearest existing one above it, and the next name on the way down.
    private static func nearest(_ directory: String, _ name: String) -> Place {
        var place = Place(directory: directory, name: name)
        while FileSystem.kind(of: place.directory) != .directory, place.directory != "/", place.directory != "." {
            let (directory, name) = FileSystem.parts(of: place.directory)
            place = Place(directory: directory, name: name)
        }
        return place
    }

    fileprivate struct Place {
        var directory: String
        /// The name that counts in it; `nil` for all.
        var name: String?
    }
}

#if canImport(Darwin)
    extension FileWatch {
        /// A source for each directory, and for each file that counts; made anew after each change, since a source stays with the file that
        /// had the name.
        ///
        /// `@unchecked Sendable`: the lock around it guards the list, and a source may be cancelled on any thread.
        fileprivate struct Watched: @unchecked Sendable {
            var sources: [any DispatchSourceFileSystemObject] = []

            init(_ path: String) throws(RecordingError) {}

            mutating func end() {
                for source in sources { source.cancel() }
                sources = []
            }
        }

        private func begin() throws(RecordingError) {
            let places = places()
            var paths: [String] = []
            for place in places {
                paths.append(place.directory)
                let names = place.name.map { [$0] } ?? (try? FileSystem.names(in: place.directory)) ?? []
                paths += names.suffix(100).map { "\(place.directory)/\($0)" }
            }
            let sources = paths.compactMap { path -> (any DispatchSourceFileSystemObject)? in
                let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return nil }
                let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .attrib], queue: queue)
                source.setEventHandler { [weak self] in
                    guard let self else { return }
                    try? self.begin()
                    self.onChange()
                }
                source.setCancelHandler { close(descriptor) }
                return source
            }
            watched.withLock { watched in
                watched.end()
                watched.sources = sources
            }
            for source in sources { source.resume() }
        }
    }
#else
    extension FileWatch {
        /// One descriptor of inotify, and which name counts in each directory that it watches.
        ///
        /// `@unchecked Sendable`: the lock around it guards the parts, and a source may be cancelled on any thread.
        fileprivate struct Watched: @unchecked Sendable {
            let descriptor: Int32
            var source: (any DispatchSourceRead)?
            /// By the number of the watch; `nil` where all names count, or the watch is on the file itself.
            var names: [Int32: Set<String>?] = [:]

            init(_ path: String) throws(RecordingError) {
                descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
                if descriptor < 0 { throw RecordingError(systemError: errno, "can't watch the file", path: path) }
            }

            mutating func end() {
                if let source { source.cancel() } else { close(descriptor) }
                source = nil
            }
        }

        private static let directoryMask = UInt32(
            IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
        /// Added to the existing watch: a directory can be a name in another one.
        private static let fileMask = UInt32(IN_MODIFY | IN_CLOSE_WRITE) | UInt32(IN_MASK_ADD)

        private func begin() throws(RecordingError) {
            try watchPlaces()
            let descriptor = watched.withLock { $0.descriptor }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { [weak self] in
                guard let self, self.readEvents(of: descriptor) else { return }
                try? self.watchPlaces()  // a name may refer to another file now
                self.onChange()
            }
            source.setCancelHandler { close(descriptor) }
            watched.withLock { $0.source = source }
            source.resume()
        }

        /// Watches what is not watched yet; watching it again changes nothing.
        private func watchPlaces() throws(RecordingError) {
            let places = places()
            let descriptor = watched.withLock { $0.descriptor }
            var names: [Int32: Set<String>?] = [:]
            for (index, place) in places.enumerated() {
                let number = inotify_add_watch(descriptor, place.directory, Self.directoryMask)
                // The descriptor is closed by `deinit`, which an initializer that throws runs as well, and nowhere else: by then, its
                // number could be another file's.
                if number < 0, index == 0 { throw RecordingError(systemError: errno, "can't watch the directory", path: place.directory) }
                guard let name = place.name else {
                    names[number] = .some(nil)
                    continue
                }
                if number >= 0, let others = names[number, default: []] { names[number] = others.union([name]) }
                // A file with a second name elsewhere may be written under that name.
                let file = inotify_add_watch(descriptor, "\(place.directory)/\(name)", Self.fileMask)
                if file >= 0 { names[file] = .some(nil) }
            }
            watched.withLock { watched in watched.names.merge(names) { $1 } }
        }

        /// Reads all pending events; returns whether any is about what is watched.
        private func readEvents(of descriptor: Int32) -> Bool {
            let names = watched.withLock(\.names)
            var isChanged = false
            withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    if count <= 0 { return }
                    var offset = 0
                    let head = MemoryLayout<inotify_event>.size
                    while offset + head <= count {
                        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let text = UnsafeRawBufferPointer(rebasing: buffer[(offset + head)..<min(count, offset + head + Int(event.len))])
                        let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
                        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                            isChanged = true
                        } else if let counts = names[event.wd] {
                            isChanged = isChanged || name.isEmpty || counts?.contains(name) ?? true
                        }
                        offset += head + Int(event.len)
                    }
                }
            }
            return isChanged
        }
    }
#endif
