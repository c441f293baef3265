import RewindArchive
package import RewindFormat
import RewindRendering
package import RewindReplay

/// How a session ended, and the actions that led there.
///
/// Names of actions and functions are not masked, so a masked recording has the same story as the one that it was made from.
package struct Story: Sendable, Equatable {
    /// The kind of end: `crashed`, `killed`, `finished`, …, or `memory` if the system most likely took the process's memory back.
    package var ending: String
    /// The app's innermost function in the backtrace, without its types; `nil` without a backtrace or its symbols.
    package var function: String?
    /// The action under way at the end, behind those that caused it, the first cause first; equal ones that follow each other are one.
    ///
    /// Empty if the process did not end in a step.
    package var chain: [String] = []

    package init(ending: String, function: String? = nil, chain: [String] = []) {
        (self.ending, self.function, self.chain) = (ending, function, chain)
    }

    /// The action under way at the end; `nil` if the process did not end in a step.
    package var action: String? { chain.last }

    /// The chain in words: `cart/undo > cart/restored`; `nil` if the process did not end in a step.
    package var text: String? { chain.isEmpty ? nil : chain.joined(separator: " > ") }

    /// Whether the session ended as its user wanted, or goes on.
    package var isFine: Bool { ending == "finished" || ending == "recording" }

    /// What sessions with the same bug have in common: 12 hexadecimal digits behind the version of this definition; `nil` if ``isFine``.
    ///
    /// It is made of the kind of end, the app's innermost function and the chain of causes. What differs between systems and builds is left
    /// out: signals, addresses, lines and the rest of the backtrace; so is what came before without being a cause, such as typing.
    package var fingerprint: String? {
        isFine
            ? nil : Self.version + "-" + Digest.hex(of: Array(([ending, function ?? ""] + chain).joined(separator: "\n").utf8)).prefix(12)
    }

    /// The version of the fingerprint's definition.
    package static let version = "f1"

    /// The most causes that are followed.
    private static let causeLimit = 16
}

extension Story {
    /// The story of a recording.
    ///
    /// - Throws: `RecordingError` if the last segment can't be read. A damaged crash report is one without functions.
    package init(of timeline: Timeline) throws(RecordingError) {
        let ending = timeline.recording.manifest.ending
        self.init(ending: ending.isOutOfMemory ? "memory" : ending.how.rawValue)
        let crash: Crash?
        do throws(RecordingError) { crash = try timeline.recording.crash() } catch { crash = nil }
        function = crash?.isSent == true ? nil : crash?.ownFunction
        guard let last = timeline.lastStepUnderWay, let step = try timeline.step(at: last) else { return }
        chain = [step.type]
        for cause in try timeline.causes(of: step, limit: Self.causeLimit) where chain.first != cause.type {
            chain.insert(cause.type, at: 0)
        }
    }
}
