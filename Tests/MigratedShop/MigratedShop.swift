package import RewindControl
package import RewindOrigin
import RewindRecorder
package import RewindReplay
import RewindValue

// An app whose state has changed three times, each version with the types that it had.

/// A version of the app.
package protocol ShopVersion: Codable, Equatable, Sendable {
    associatedtype Action: Codable, Sendable

    static var version: Int { get }
    /// What the user does: the same in each version.
    static var session: [Action] { get }

    init()

    mutating func reduce(_ action: Action)
}

extension ShopVersion {
    /// Records the session; returns the recording's directory.
    package static func record(in folder: String) -> String {
        let recorder = Recorder(app: "Shop", directory: folder, level: .everything)
        var state = Self()
        let store = recorder.store(initialState: state, version: version)
        for action in session { store.reduce(action, in: &state) { state, action in state.reduce(action) } }
        recorder.finish()
        return recorder.directory ?? ""
    }

    /// The state after the session.
    package static var last: Self {
        var state = Self()
        for action in session { state.reduce(action) }
        return state
    }
}

/// The versions.
package let shopVersions: [any ShopVersion.Type] = [Shop1.self, Shop2.self, Shop3.self, Shop.self]

package struct Shop1: ShopVersion {
    package struct Cart: Codable, Equatable, Sendable {
        package var sum = 0
        package var items: [String] = []
        package var legacy = "none"
    }

    package enum Action: Codable, Sendable {
        case add(name: String, price: Int)
        case clear
    }

    package var cart = Cart()
    package var owner = "Ada"

    package init() {}
    package static let version = 1
    package static let session: [Action] = [.add(name: "tea", price: 3), .clear, .add(name: "cake", price: 4), .add(name: "tea", price: 3)]

    package mutating func reduce(_ action: Action) {
        switch action {
        case .add(let name, let price):
            cart.sum += price
            cart.items.append(name)
        case .clear: cart = Cart()
        }
    }
}

/// The sum has become the total.
package struct Shop2: ShopVersion {
    package struct Cart: Codable, Equatable, Sendable {
        package var total = 0
        package var items: [String] = []
        package var legacy = "none"
    }

    package typealias Action = Shop1.Action

    package var cart = Cart()
    package var owner = "Ada"

    package init() {}
    package static let version = 2
    package static let session = Shop1.session

    package mutating func reduce(_ action: Action) {
        switch action {
        case .add(let name, let price):
            cart.total += price
            cart.items.append(name)
        case .clear: cart = Cart()
        }
    }
}

/// A cart may be a gift, and what nobody used is gone.
package struct Shop3: ShopVersion {
    package struct Cart: Codable, Equatable, Sendable {
        package var total = 0
        package var items: [String] = []
        package var isGift = false
    }

    package typealias Action = Shop1.Action

    package var cart = Cart()
    package var owner = "Ada"

    package init() {}
    package static let version = 3
    package static let session = Shop1.session

    package mutating func reduce(_ action: Action) {
        switch action {
        case .add(let name, let price):
            cart.total += price
            cart.items.append(name)
        case .clear: cart = Cart()
        }
    }
}

/// Today's app: items and owners are values of their own.
package struct Shop: ShopVersion {
    package struct Named: Codable, Equatable, Sendable {
        package var name: String
    }

    package struct Cart: Codable, Equatable, Sendable {
        package var total = 0
        package var items: [Named] = []
        package var isGift = false
    }

    package enum Action: Codable, Sendable {
        case add(item: Named, price: Int)
        case clear
    }

    package var cart = Cart()
    package var owner = Named(name: "Ada")

    package init() {}
    package static let version = 4
    package static let session: [Action] = [
        .add(item: Named(name: "tea"), price: 3), .clear, .add(item: Named(name: "cake"), price: 4),
        .add(item: Named(name: "tea"), price: 3),
    ]

    package mutating func reduce(_ action: Action) {
        switch action {
        case .add(let item, let price):
            cart.total += price
            cart.items.append(item)
        case .clear: cart = Cart()
        }
    }

    /// What has changed since the first version.
    package static let migrations: [Migration] = [
        .renamed("/cart/sum", "/cart/total", in: 2),
        .defaulted("/cart/isGift", false, in: 3),
        .removed("/cart/legacy", in: 3),
        .wrapped("/owner", as: "name"),
        .wrapped("/cart/items/*", as: "name"),
        .action("add") { action in
            guard let old = action["add"], let name = old["name"], let price = old["price"] else { return action }
            return ["add": ["item": ["name": name], "price": price]]
        },
    ]

    /// The same, without that of the action, in a project's file.
    package static let rules = """
        {"migrations": [
            {"rename": "/cart/sum", "to": "/cart/total", "version": 2},
            {"default": "/cart/isGift", "value": false, "version": 3},
            {"remove": "/cart/legacy", "version": 3},
            {"wrap": "/owner", "as": "name", "version": 4},
            {"wrap": "/cart/items/*", "as": "name", "version": 4}
        ]}
        """
}

/// Today's app with a field that no recording has: what was added last.
package struct ShopWithField: Codable, Equatable, Sendable {
    package var cart = Shop.Cart()
    package var owner = Shop.Named(name: "Ada")
    package var latest: Shop.Named?

    package init() {}

    package mutating func reduce(_ action: Shop.Action) {
        var shop = Shop()
        (shop.cart, shop.owner) = (cart, owner)
        shop.reduce(action)
        (cart, owner) = (shop.cart, shop.owner)
        if case .add(let item, _) = action { latest = item }
    }
}

/// A store of today's app.
package final class ShopStore: ReplayableStore {
    package private(set) var state = Shop()

    package init() {}

    package func replaceState(_ state: Shop) { self.state = state }
    package func replay(_ action: Shop.Action, of step: Step) { state.reduce(action) }
    package func didReplaceState(site: CallSite) {}
}
