import RewindFormat
import RewindSystem
import RewindValue

/// What a recording tells of the device that it is made on, under `device` in its manifest.
enum DeviceFacts {
    static var members: JSONObject {
        ["os": .string(SystemFacts.system.os), "architecture": .string(SystemFacts.system.architecture)]
    }
}
