package import RewindFormat
package import RewindReplay

/// Why a command was not executed, worded for the user.
package struct PromptError: Error, CustomStringConvertible {
    package let message: String
    package var description: String { message }
    /// Possible reasons for the problem.
    package let remarks: [Remark]
    package let error: RecordingError?
    /// The error, if the recording can't be read there.
    package var unreadable: RecordingError? { error?.code == .noSuchStep ? nil : error }

    package init(_ message: String, _ remarks: [Remark] = []) {
        (self.message, self.remarks, error) = (message, remarks, nil)
    }

    /// Reading the recording failed, or it has no such step.
    package init(_ error: RecordingError) {
        var words = error
        words.path = nil  // at a prompt there is one recording
        (message, remarks, self.error) = (words.description, [], error)
    }

    /// Runs a closure that reads the recording.
    package static func wrappingRecordingErrors<Result>(_ body: () throws(RecordingError) -> Result) throws(PromptError) -> Result {
        do throws(RecordingError) { return try body() } catch { throw PromptError(error) }
    }

    /// Runs a closure that asks a question.
    static func asking<Result>(_ body: () throws(QuestionError) -> Result) throws(PromptError) -> Result {
        do throws(QuestionError) { return try body() } catch {
            if case .recording(let error) = error { throw PromptError(error) }
            throw PromptError(error.description)
        }
    }

    /// Runs a closure that reads a text.
    package static func parsing<Result, Failure: Error & CustomStringConvertible>(
        _ body: () throws(Failure) -> Result
    ) throws(PromptError) -> Result {
        do throws(Failure) { return try body() } catch { throw PromptError(error.description) }
    }

    /// The message for an option in any other position.
    package static let misplacedOption = PromptError("options stand right behind the command, as in 'print --store NAME .cart'")
}
