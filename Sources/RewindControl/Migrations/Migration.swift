package import RewindCapture
import RewindFormat
package import RewindReplay
public import RewindValue

/// What changed in an app's state, or in an action, so that recordings of earlier versions of the app can be read as those of today.
///
/// An app declares them where it adds its store to a ``RewindHost``, in the order in which they were made:
///
/// ```swift
/// host.add(from: ShopState(), actions: .itself, version: 3, migrations: [
///     .renamed("/cart/sum", "/cart/total", in: 2),
///     .defaulted("/cart/coupon", nil),
///     .action("cart/add") { ["cart": ["_0": ["add": ["item": $0["cart"]?["_0"]?["add"]?["_0"] ?? .null]]]] },
/// ]) { … }
/// ```
///
/// A recording names the version of each store's state (`recorder.store(initialState: ShopState(), version: 3)`), and the migrations of later
/// versions are followed when it is read; its bytes stay. Each has the version of the state that came with it, by default the present one.
///
/// Places are JSON Pointers, in which `*` stands for any one key or index: `/cart/items/*/price`. Where a state has nothing at a place, it
/// stays as it is.
public struct Migration: Sendable {
    let change: Change
    /// The version that came with it; `nil` for the present one.
    let version: Int?

    enum Change: Sendable {
        case state(StateRule.Change)
        case action(ActionRule)
    }

    /// What is made of the actions of one type.
    struct ActionRule: Sendable {
        /// The name of the action's type, as in a step.
        let type: String
        let newType: String?
        let change: @Sendable (JSONValue) throws -> JSONValue
    }

    private init(_ change: Change, in version: Int?) {
        if case .state(let change) = change, let problem = change.problem { preconditionFailure("a migration: \(problem)") }
        (self.change, self.version) = (change, version)
    }

    /// A value has another place, or another name.
    ///
    /// Objects that are missing on the way to the new place are made; if there is a value, the old one stays where it is. If the new place is
    /// one around the old one, the value takes its place.
    ///
    /// - Parameters:
    ///   - old: the place in earlier states.
    ///   - new: the place now, the same up to the last `*`.
    ///   - version: the version of the state that came with it.
    public static func renamed(_ old: PointerPattern, _ new: PointerPattern, in version: Int? = nil) -> Migration {
        Migration(.state(.rename(old, to: new)), in: version)
    }

    /// An object has a new member, whose value in earlier states is this.
    ///
    /// - Parameters:
    ///   - place: the member's place.
    ///   - value: its value; `nil` is `null`.
    ///   - version: the version of the state that came with it.
    public static func defaulted(_ place: PointerPattern, _ value: JSONValue, in version: Int? = nil) -> Migration {
        Migration(.state(.fill(place, value)), in: version)
    }

    /// A member is gone.
    ///
    /// - Parameters:
    ///   - place: the member's place.
    ///   - version: the version of the state that came with it.
    public static func removed(_ place: PointerPattern, in version: Int? = nil) -> Migration {
        Migration(.state(.remove(place)), in: version)
    }

    /// A value is now the member of an object, or the only element of an array.
    ///
    /// - Parameters:
    ///   - place: the value's place.
    ///   - key: the member's name; `nil` for an array.
    ///   - version: the version of the state that came with it.
    public static func wrapped(_ place: PointerPattern, as key: String? = nil, in version: Int? = nil) -> Migration {
        Migration(.state(.wrap(place, key: key)), in: version)
    }

    /// The actions of a type are encoded otherwise.
    ///
    /// A function can't be written into a file, so only hosts and tests follow such a migration, when they decode an action.
    ///
    /// - Parameters:
    ///   - type: the name that recorded steps have for the action, as in `cart/add`, or `AddTodo`.
    ///   - newType: the name that it has now, if that is another.
    ///   - version: the version of the state that came with it.
    ///   - change: makes of a recorded action what it is encoded to today; if it throws, the action counts as one that does not decode.
    public static func action(
        _ type: String, to newType: String? = nil, in version: Int? = nil, _ change: @escaping @Sendable (JSONValue) throws -> JSONValue
    ) -> Migration {
        Migration(.action(ActionRule(type: type, newType: newType, change: change)), in: version)
    }
}

/// The migrations of a store, with the version of its state today.
package struct StoreMigrations: Sendable {
    package let version: Int
    private let list: [Migration]

    /// - Precondition: no migration is for a version after this one, or for the first.
    package init(_ list: [Migration], version: Int) {
        for migration in list {
            let own = migration.version ?? version
            precondition(
                own > 1 && own <= version, "a migration is for version \(own), and the state has version \(version): give 2 to \(version)")
        }
        (self.list, self.version) = (list, version)
    }

    /// The rules for states, in order.
    package var rules: [StateRule] {
        list.compactMap { migration in
            if case .state(let change) = migration.change { StateRule(change, version: migration.version ?? version) } else { nil }
        }
    }

    /// The types of actions, for the lines of a recording of a version of the state.
    package func applied<Action>(to types: ActionTypes<Action>, from recorded: Int) -> ActionTypes<Action> {
        let rules = list.compactMap { migration -> Migration.ActionRule? in
            guard case .action(let rule) = migration.change, migration.version ?? version > recorded else { return nil }
            return rule
        }
        if rules.isEmpty { return types }
        return types.migrated { line in
            var line = line
            for rule in rules where rule.type == line.type {
                line.action = try line.action.map(rule.change)
                line.type = rule.newType ?? line.type
            }
            return line
        }
    }
}
