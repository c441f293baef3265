import MigratedShop
import RewindCapture
import RewindControl

// The host of an app whose state has changed three times; with the argument `plain`, it knows of no migration, and with `field`, its state
// has one more field, which needs none.

let isPlain = CommandLine.arguments.contains("plain")
let (version, migrations) = isPlain ? (1, []) : (Shop.version, Shop.migrations)
var host = RewindHost()
if CommandLine.arguments.contains("field") {
    host.add(from: ShopWithField(), actions: .itself, version: version, migrations: migrations) {
        (state: inout ShopWithField, action: Shop.Action) in
        state.reduce(action)
    }
} else {
    host.add(from: Shop(), actions: .itself, version: version, migrations: migrations) { (state: inout Shop, action: Shop.Action) in
        state.reduce(action)
    }
}
host.run()
