package import RewindFormat

extension Crash {
    /// The app's innermost function in the backtrace, without types and closures: `CommentsState.exchange(_:)`; `nil` if no call is known to
    /// be in the app's own code.
    package var ownFunction: String? {
        for frame in backtrace where !CrashReport.isSystem(frame) {
            // A closure has a number, which another one before it in the source changes. Without debug information it isn't shown.
            for name in (CrashReport.shown(frame) + frame.places.suffix(1)).lazy.map({ FunctionName($0.function) })
            where name.isOfApp && !name.isMadeByCompiler { return name.enclosing }
        }
        return nil
    }
}
