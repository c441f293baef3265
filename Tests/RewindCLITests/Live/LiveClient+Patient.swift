import RewindLive
import TestSupport

extension LiveClient.Options {
    /// Waits as long as a test may.
    static var patient: Self {
        var options = Self()
        (options.connectTime, options.answerTime) = (TestSupport.patience, TestSupport.patience)
        return options
    }
}
