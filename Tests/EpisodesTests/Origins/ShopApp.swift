/// A shop: a catalogue by id, a cart of copies, a checkout and its orders.
struct PlantShop: Codable, Equatable, Sendable {
    struct Product: Codable, Equatable, Sendable, Identifiable {
        var id: String
        var title: String
        var price: Int
    }

    struct Item: Codable, Equatable, Sendable, Identifiable {
        var id: String
        var title: String
        var price: Int
        var quantity = 1
    }

    struct Coupon: Codable, Equatable, Sendable {
        var code: String
        var percent: Int
    }

    struct Cart: Codable, Equatable, Sendable {
        var items: [Item] = []
        var note = ""
        var coupon: Coupon?
        var count = 0
        var shipping = 0
        var total = 0
    }

    struct Address: Codable, Equatable, Sendable {
        var name = ""
        var street = ""
        var town = ""
    }

    struct Checkout: Codable, Equatable, Sendable {
        var address = Address()
        var billing: Address?
        var isPlacing = false
    }

    struct Order: Codable, Equatable, Sendable, Identifiable {
        var id: Int
        var total: Int
        var note: String
        var town: String
    }

    struct Catalogue: Codable, Equatable, Sendable {
        var byID: [String: Product] = [:]
        var visible: [String] = []
    }

    var catalogue = Catalogue()
    var cart = Cart()
    var checkout = Checkout()
    var orders: [Order] = []
    var selected: String?
    var shown: String?
    var isMember = false
    var page = 0

    enum Action: Codable, Sendable {
        case load, didLoad([Product]), turnPage(to: Int)
        case select(String), show
        case signIn, didSignIn(name: String, isMember: Bool)
        case add(String), remove(Int), setQuantity(String, Int), move(from: Int, to: Int), sortByPrice
        case setNote(String), applyCoupon(String), didValidate(Coupon)
        case setAddress(Address), billToSameAddress
        case placeOrder, didPlace(Order)
    }

    mutating func reduce(_ action: Action) {
        switch action {
        case .load, .signIn: break
        case .applyCoupon:
            cart.coupon = nil
            count()
        case .didLoad(let products):
            catalogue.byID = Dictionary(products.map { ($0.id, $0) }) { _, last in last }
            catalogue.visible = products.map(\.id)
        case .turnPage(let number): page = number
        case .select(let id): selected = id
        case .show: shown = selected.flatMap { catalogue.byID[$0]?.title }
        case .didSignIn(let name, let isMember):
            checkout.address.name = name
            self.isMember = isMember
        case .setNote(let note): cart.note = note
        case .didValidate(let coupon):
            cart.coupon = coupon
            count()
        case .setAddress(let address): checkout.address = address
        case .billToSameAddress: checkout.billing = checkout.address
        case .placeOrder: checkout.isPlacing = true
        case .didPlace(let order):
            checkout.isPlacing = false
            orders.append(order)
        default:
            change(action)
            count()
        }
    }

    /// Changes what is in the cart.
    private mutating func change(_ action: Action) {
        switch action {
        case .add(let id):
            if let index = cart.items.firstIndex(where: { $0.id == id }) {
                cart.items[index].quantity &+= 1
            } else if let product = catalogue.byID[id] {
                cart.items.append(Item(id: id, title: product.title, price: product.price))
            }
        case .remove(let index): if cart.items.indices.contains(index) { cart.items.remove(at: index) }
        case .setQuantity(let id, let quantity):
            if let index = cart.items.firstIndex(where: { $0.id == id }) { cart.items[index].quantity = quantity }
        case .move(let from, let to):
            guard cart.items.indices.contains(from), cart.items.indices.contains(to) else { return }
            cart.items.insert(cart.items.remove(at: from), at: to)
        case .sortByPrice: cart.items.sort { ($0.price, $0.id) < ($1.price, $1.id) }
        default: break
        }
    }

    private mutating func count() {
        cart.count = cart.items.reduce(0) { $0 &+ $1.quantity }
        let sum = cart.items.reduce(0) { $0 &+ $1.price &* $1.quantity }
        cart.shipping = cart.items.isEmpty || isMember ? 0 : 490
        cart.total = sum &- sum &* (cart.coupon?.percent ?? 0) / 100 &+ cart.shipping
    }
}
