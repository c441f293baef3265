import Foundation
import RewindCapture
import RewindControl
import Synchronization

// A host whose reducer does what its first argument says.

/// The state of every planted reducer.
struct PlantedState: Codable {
    var count = 0
    var value = "none"
    var names: Set<String> = []
    var byName: [String: Int] = [:]
    var byNumber: [Int: String] = [:]
}

/// Counts, or does what is planted.
enum PlantedAction: Codable {
    case count(by: Int)
    case touch
}

/// What is planted: most of these make a reducer that is not deterministic.
enum Plant: String {
    case nothing, time, random, uuid, hashOrder, counter, locale, timeZone, environment, race, file, floatingPoint, identity
    case changed, crash, crashAbove100, hang, crashOnce, sets

    private static let calls = Atomic<Int>(0)

    /// Does it to a state.
    func touch(_ state: inout PlantedState) {
        let names = (1...12).map { "name \($0)" }
        switch self {
        case .nothing: state.value = "recorded"
        case .time: state.value = "\(Date().timeIntervalSince1970)"
        case .random: state.value = "\(Int.random(in: 0...Int.max))"
        case .uuid: state.value = UUID().uuidString
        case .hashOrder: state.value = Set(names).joined(separator: ", ")
        case .counter: state.value = "\(Self.calls.add(1, ordering: .relaxed).newValue)"
        case .locale: state.value = ProcessInfo.processInfo.environment["LC_ALL"] ?? "C"
        case .timeZone: state.value = "\(TimeZone.current.secondsFromGMT())"
        case .environment: state.value = ProcessInfo.processInfo.environment["SHOP_REGION"] ?? "no region"
        case .race: state.value = race()
        case .file: state.value = counted(inFile: FileManager.default.currentDirectoryPath + "/visits.txt")
        case .floatingPoint: state.value = "\(Set((1...60).map { pow(10, Double($0 % 20)) / Double($0) }).reduce(0, +))"
        case .identity: state.value = "\(ObjectIdentifier(NSObject()))"
        case .changed: state.value = "changed"
        case .crash: fatalError("planted")
        case .crashAbove100: if state.count >= 100 { fatalError("planted") }
        case .hang: while true { pause() }
        case .crashOnce:
            state.value = "recorded"
            if FileManager.default.fileExists(atPath: "crashed") { return }
            _ = FileManager.default.createFile(atPath: "crashed", contents: nil)
            fatalError("planted")
        case .sets:
            state.names = Set(names)
            for (number, name) in names.enumerated() { (state.byName[name], state.byNumber[number]) = (number, name) }
        }
    }

    /// The order in which threads come to it.
    private func race() -> String {
        let order = Mutex("")
        let threads = DispatchGroup()
        for number in 1...8 {
            threads.enter()
            Thread.detachNewThread {
                for _ in 1...30 {
                    order.withLock { $0 += "\(number) " }
                    usleep(1)  // or a quick one would be through before the next begins: there would be no race
                }
                threads.leave()
            }
        }
        threads.wait()
        return order.withLock(\.self)
    }

    private func counted(inFile path: String) -> String {
        let count = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try? "\(count + 1)".write(toFile: path, atomically: true, encoding: .utf8)
        return "\(count + 1)"
    }
}

let plant = Plant(rawValue: CommandLine.arguments.dropFirst().first ?? "") ?? .nothing
var host = RewindHost()
host.add(from: PlantedState(), actions: .itself) { (state: inout PlantedState, action: PlantedAction) in
    print("an app prints, too")
    switch action {
    case .count(let step): state.count += step
    case .touch: plant.touch(&state)
    }
}
host.run()
