import RewindControl
public import RewindValue

/// What happens while a file holds a store's state.
public enum HotReloadEvent: Sendable, Equatable {
    /// The file holds the state, and may be edited.
    case began(path: String)
    /// The file had another text at the beginning, an earlier run's or an edit made while no app ran; that text is in this file now.
    case savedPrevious(path: String)
    /// The store has the edit of these places; at some of them the app had changed the state, too, and the edit won.
    case edited([JSONPointer], overruled: [JSONPointer])
    /// The edit was of an earlier version, read before the app changed these places: the app's values stay there, and the file shows them
    /// again.
    ///
    /// It follows ``edited(_:overruled:)``.
    case unrecognized([JSONPointer])
    /// The file's text can't be the store's state; the store keeps its state, and the file is left alone until it's mended.
    case refused(HotReloadProblem)
    /// The file can be read again, or the refused text was taken back.
    case repaired
    /// The file can't be written or read for now; it's tried again at the next change.
    case failed(String)
    /// Hot reload has ended, or could not begin, for this reason; not when its task is cancelled.
    case ended(String)
}

extension HotReloadEvent: CustomStringConvertible {
    /// The event as a line for people.
    public var description: String {
        switch self {
        case .began(let path): "the state is in \(path); edit it"
        case .savedPrevious(let path): "what the file said before is in \(path)"
        case .edited(let places, let overruled):
            places.map { $0.tokens.isEmpty ? "the state" : $0.description }.joined(separator: ", ") + " edited"
                + (overruled.isEmpty
                    ? "" : "; the app had changed \(overruled.map(\.description).joined(separator: ", ")) meanwhile: the edit won")
        case .unrecognized(let places):
            "that was an edit of an earlier version: the app keeps what it has changed since, "
                + places.map { $0.tokens.isEmpty ? "the state" : $0.description }.joined(separator: ", ")
        case .refused(let problem): problem.description
        case .repaired: "the file is sound again"
        case .failed(let reason): reason
        case .ended(let reason): "hot reload has ended: \(reason)"
        }
    }
}

/// Why a file's text can't be a store's state, and where.
public struct HotReloadProblem: Error, Sendable, Equatable, CustomStringConvertible {
    package var file: String
    /// The line, from one.
    package var line: Int
    /// The position in bytes from the beginning of the line, from one.
    package var column: Int
    /// The place in the state.
    package var path: JSONPointer
    package var message: String

    /// The place in the form that editors read, and what is wrong there.
    public var description: String {
        "\(file):\(line):\(column): \(path.tokens.isEmpty ? "the state" : path.description): \(message); the app keeps its state"
    }

    /// A text that is not JSON.
    init(_ error: JSONParseError, in text: [UInt8], file: String) {
        (self.file, line, column) = (file, error.line, error.column)
        path = JSONPlaces.path(at: error.offset, in: text)
        message = error.reason.description
    }

    init(_ error: StoreEditError, in text: [UInt8], file: String) {
        self.file = file
        (line, column) = JSONPlaces.place(of: error.path, in: text)
        (path, message) = (error.path, error.message)
    }
}
