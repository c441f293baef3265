import RewindFormat
import RewindSystem
import RewindValue

/// Facts about the device that makes the recording, under `device` in its manifest.
enum DeviceFacts {
    static var members: JSONObject {
        var members: JSONObject = ["os": .string(SystemFacts.system.os), "architecture": .string(SystemFacts.system.architecture)]
        if let model = SystemFacts.model { members["model"] = .string(model) }
        return members
    }
}
