import Foundation
import RewindCapture
import RewindSystem
import RewindValue
import Synchronization

/// The stores of the golden recording: small, and with everything in them that a recording can be asked to hold.
struct Shop: Codable, Equatable, Sendable {
    struct Item: Codable, Equatable, Identifiable, Sendable {
        var id: Int
        var name: String
        var price: Double?
    }

    var items: [Item] = []
    var note: String?
    var sums: [String: Int] = [:]
    var sessionToken = ""
    var fragile = Fragile()
    var gate = Gate()
}

enum ShopAction: Codable, Equatable, Sendable {
    case add(Shop.Item)
    case moveLastToFront
    case write(note: String)
    case signIn(token: String)
    case damage(Fragile)
    case close(Gate)
    case fail
}

struct Cart: Codable, Equatable, Sendable {
    var count = 0
    var largest: UInt64 = 0
}

enum CartAction: Codable, Equatable, Sendable {
    case increment
    case measure(UInt64)
}

/// A value that can be made impossible to encode.
struct Fragile: Codable, Equatable, Sendable {
    var isBroken = false

    struct Broken: Error, CustomStringConvertible {
        var description: String { "it is broken" }
    }

    init(isBroken: Bool = false) { self.isBroken = isBroken }

    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws {
        if isBroken { throw Broken() }
        var container = encoder.singleValueContainer()
        try container.encode("whole")
    }
}

/// A value whose encoding can be held up, on the recorder's thread, until the test lets it go on.
struct Gate: Codable, Equatable, Sendable {
    var isClosed = false

    /// The app's thread, while the gate holds up the others.
    private static let keeps = Mutex<ObjectIdentifier?>(nil)
    /// Signalled by whoever waits at the gate.
    static let arrived = WaitSignal()
    private static let opened = WaitSignal()

    init(isClosed: Bool = false) { self.isClosed = isClosed }

    init(from decoder: any Decoder) throws { self.init(isClosed: try decoder.singleValueContainer().decode(Bool.self)) }

    func encode(to encoder: any Encoder) throws {
        // Actions are encoded on the app's thread, states on the recorder's; only the latter may wait.
        if isClosed, Gate.keeps.withLock({ $0 != nil && $0 != ObjectIdentifier(Thread.current) }) {
            Gate.arrived.signal()
            _ = Gate.opened.wait(nanoseconds: 600_000_000_000)
        }
        var container = encoder.singleValueContainer()
        try container.encode(isClosed)
    }

    /// Lets all threads but this one wait.
    static func keep() { keeps.withLock { $0 = ObjectIdentifier(Thread.current) } }

    /// Lets whoever waits go on, and nobody wait any more.
    static func open() {
        keeps.withLock { $0 = nil }
        opened.signal()
    }
}

struct Refused: Error, CustomStringConvertible {
    var description: String { "the shop is closed" }
}

func reduce(_ shop: Shop, _ action: ShopAction) throws -> Shop {
    var shop = shop
    switch action {
    case .add(let item):
        shop.items.append(item)
        shop.sums[item.name, default: 0] += 1
    case .moveLastToFront: if let last = shop.items.popLast() { shop.items.insert(last, at: 0) }
    case .write(let note): shop.note = note
    case .signIn(let token): shop.sessionToken = token
    case .damage(let fragile): shop.fragile = fragile
    case .close(let gate): shop.gate = gate
    case .fail: throw Refused()
    }
    return shop
}

func reduce(_ cart: Cart, _ action: CartAction) -> Cart {
    var cart = cart
    switch action {
    case .increment: cart.count += 1
    case .measure(let value): cart.largest = max(cart.largest, value)
    }
    return cart
}
