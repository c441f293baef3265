package import RewindFormat
package import RewindRendering
package import RewindReplay
package import RewindValue

extension Debugger {
    /// The result of a command, as a value that any front end may draw.
    package enum Answer: Sendable {
        /// The debugger's position and the step there; `nil` if the position has no step: see `Timeline.noStep(at:)`.
        case position(Int, Step?)
        case asked(AnyAnswer)
        /// Where the debugger stopped, and the breakpoints that stopped it; none if it reached the end.
        case stopped(Int, Step?, by: [Breakpoint])
        /// The breakpoint that was set, with a remark if something about it is unusual.
        case breakpoint(Breakpoint, remark: Remark?)
        /// All breakpoints, and how many were just deleted.
        case breakpoints([Breakpoint], deleted: Int = 0)
        /// The debugger's position, as in the first answer, and the values of the displays there.
        indirect case displaying(Answer, [Shown])
        /// The current values of the displayed parts.
        case displays([Shown])
        /// Numbered steps to go back to.
        case checkpoints([Checkpoint])
        /// Steps that have a name, in the recording or in this debugger.
        case marks([Mark])
        /// The current step and those whose effects led to it, back to the first.
        case causes([Step])
        /// A request to list the commands, or to explain one of them.
        case help(PromptRow?, of: PromptWords)
        /// What was done, in a sentence, and where the debugger is now.
        indirect case done(String, Answer)
        indirect case remarked(Answer, Remark)
        /// Why the command failed, or the answer to a question is no, and remarks on it; the debugger has not moved.
        case problem(String, [Remark] = [])
        /// Why that part of the recording can't be read; the debugger's position may be inside it.
        case unreadable(RecordingError)
        /// A request to end the debugger.
        case quit

        /// Whether a command failed.
        package var isProblem: Bool {
            if case .problem = self { true } else { false }
        }

        /// The answer to a question as JSON, a value a row; `nil` for any other answer.
        package var json: [JSONValue]? {
            switch self {
            case .asked(let reading): reading.json
            case .remarked(let answer, _): answer.json
            default: nil
            }
        }

        func with(_ remark: Remark?) -> Answer { remark.map { .remarked(self, $0) } ?? self }

        func with(_ remarks: [Remark]) -> Answer { remarks.reduce(self) { $0.with($1) } }
    }

    /// A part of the state that is displayed after every move.
    package struct Display: Sendable, Equatable {
        /// The number by which the display is removed.
        package var number: Int
        /// The place in the state; `nil` for an expression.
        package var place: JSONPointer?
        /// The expression, if it is not a place.
        package var expression: Predicate?
    }

    /// The value of a displayed part at the debugger's position.
    package struct Shown: Sendable, Equatable {
        package var display: Display
        /// The value; `nil` if there is nothing at that place or the state is unknown.
        package var value: JSONValue?
        /// Why the state is unknown, if it is.
        package var unknown: UnknownState?
    }

    /// A step to go back to.
    package struct Checkpoint: Sendable, Equatable {
        package var number: Int
        package var step: Int
    }

    /// A step that was named while the debugger runs; the recording does not change.
    package struct Mark: Sendable, Equatable {
        package var name: String
        package var step: Int
    }
}
