/// A shape that only secrets have.
public enum SecretShape: String, Sendable, Hashable, CaseIterable {
    /// `eyJ….….…`
    case jwt
    /// `Bearer …`, as in an HTTP header.
    case bearer
    /// `Basic …` with at least 16 characters of Base64.
    case basic
    /// `AKIA…`
    case awsKey = "aws key"
    /// `ghp_…` and its relatives.
    case githubToken = "github token"
    /// `sk-…`, `sk_live_…`
    case secretKey = "secret key"
    /// Keys of other services, by their prefixes: `AIza…`, `xoxb-…`, `glpat-…`, `npm_…`, `hf_…`, `whsec_…`, `ya29.…`, `SG.…`
    case serviceKey = "service key"
    /// A private key in PEM.
    case privateKey = "private key"
    /// The number of a payment card: the first digits and the length of a known brand, and a right check digit (Luhn, ISO/IEC 7812-1).
    case cardNumber = "card number"
    /// The password in `scheme://user:password@host`; a user that looks like a token goes too.
    case urlPassword = "url password"
    /// The value of a query item whose name is a secret's key.
    case urlQuery = "url query"
    /// In a text, the value beside a secret's key: `password=…`, `"token":"…"`.
    case pair
}
