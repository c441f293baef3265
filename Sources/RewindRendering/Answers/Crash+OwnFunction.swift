package import RewindFormat

extension Crash {
    /// The app's innermost function in the backtrace, without types and closures: `CommentsState.exchange(_:)`; `nil` if no call is known to
    /// be in the app's own code.
    package var ownFunction: String? {
        for frame in backtrace where !CrashReport.isSystem(frame) {
            // A closure has a number, which another one before it in the source changes.
            if let place = CrashReport.shown(frame).first(where: { FunctionName.isOfApp($0.function) }) {
                return FunctionName.enclosing(place.function)
            }
        }
        return nil
    }
}
