import CRewindCrash
import RewindFormat
import RewindSystem
import RewindValue

/// The programs and libraries of this process, written next to the journal at the start so that a backtrace can be read later.
package enum LoadedImages {
    package static let fileName = "images.json"

    /// The images loaded now: on Linux some hundred lines at most, in under a millisecond; an app of a phone has 500 to 1,000.
    ///
    /// - Parameter namesFolders: whether to write the full paths of programs and libraries that are not the system's, by which they are
    ///   found later wherever the app was started from; otherwise only their names.
    package static func bytes(namesFolders: Bool) -> [UInt8] {
        let images = loaded().map { (namesFolders ? $0 : $0.withoutFolders).json }
        return Array((JSONValue.array(images).jsonText + "\n").utf8)
    }

    /// Parses the images of such a file; `nil` if the bytes are not a list of images.
    static func images(_ bytes: [UInt8]) -> [Crash.Image]? {
        (try? JSONValue(parsing: bytes))?.array.map { $0.compactMap { Crash.Image(json: $0) } }
    }

    private static func loaded() -> [Crash.Image] {
        final class List { var images: [Crash.Image] = [] }
        let list = List()
        rewind_images(
            { pointer, context in
                guard let image = pointer?.pointee, let context else { return }
                let list = Unmanaged<List>.fromOpaque(context).takeUnretainedValue()
                let path = image.path.map { String(cString: $0) } ?? ""
                let buildID = UnsafeBufferPointer(start: image.build_id, count: image.build_id_count)
                    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                list.images.append(
                    Crash.Image(
                        path: path.isEmpty ? SystemFacts.program : path.hasPrefix("/") ? path : FileSystem.absolutePath(path),
                        base: image.base, count: image.count, buildID: buildID))
            }, Unmanaged.passUnretained(list).toOpaque())
        return list.images
    }
}
