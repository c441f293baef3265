public import RewindFormat
public import RewindValue

extension Debugger {
    /// What a command came to, as a value that any front end may draw.
    public enum Answer: Sendable {
        /// Where the debugger now is, and that step; `nil` where there is none: see `Timeline.vacancy(at:)`.
        case position(Int, Step?)
        /// What the state holds at a path, after a step.
        case value(JSONValue, at: JSONPointer, step: Int)
        /// What differs between the states after two steps.
        case diff(TreeDiff, from: Int, to: Int)
        /// Some steps, the current one perhaps among them.
        case list([Timeline.Item], current: Int)
        /// Where the debugger stopped, and the breakpoints that made it; none where it came to the end.
        case stopped(Int, Step?, by: [Breakpoint])
        /// A breakpoint was set; and what is remarkable about it.
        case breakpoint(Breakpoint, remark: String?)
        /// The breakpoints there are.
        case breakpoints([Breakpoint])
        /// Where the debugger now is, as the first answer tells, and what the parts to be displayed hold there.
        indirect case displaying(Answer, [Shown])
        /// What the parts to be displayed hold here.
        case displays([Shown])
        /// Steps that can be gone back to by a number.
        case checkpoints([Checkpoint])
        /// Steps that have a name, in the recording or here.
        case marks([Mark])
        /// Who made a part of the state what it is.
        case blame(Blame)
        /// The current step, and those whose effects led to it, back to the first.
        case causes([Step])
        /// The recording is to be described.
        case info
        /// The commands are to be listed.
        case help
        /// The command could not be done; the debugger is where it was.
        case problem(String)
        /// That part of the recording can't be read, because it is damaged; the debugger may stand at it.
        case unreadable(RecordingError)
        /// The debugger is to end.
        case quit
    }

    /// A part of the state that is displayed after every move.
    public struct Display: Sendable, Equatable {
        /// Its number, by which it is taken back.
        public var number: Int
        /// Where it is.
        public var place: JSONPointer
    }

    /// What a part of the state holds where the debugger is.
    public struct Shown: Sendable, Equatable {
        /// The part.
        public var display: Display
        /// What is there; `nil` where there is nothing, or the state is not known.
        public var value: JSONValue?
        /// Why it is not known, where it is not.
        public var unknown: UnknownState?
    }

    /// A step that can be gone back to.
    public struct Checkpoint: Sendable, Equatable {
        /// Its number.
        public var number: Int
        /// The step.
        public var step: Int
    }

    /// A step that was named while the debugger runs; the recording stays as it is.
    public struct Mark: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The step.
        public var step: Int
    }
}
