import RewindValue

/// The words that make a key secret: the rules of ``RedactionRules/default``, by source.
///
/// They are written in normal form (``KeyText``), with blanks between the words of a phrase. An "s" after a word makes no difference.
struct SecretWords: Sendable {
    /// Where the words were found.
    let source: String
    let reach: Reach
    let kind: SecretKind
    let words: [String]

    /// Where in a key a word may occur.
    enum Reach: Sendable {
        /// Also at the end of a longer run of letters: `dbpassword`.
        case end
        /// As a word: `userPuk`, but not `spuk`; a phrase of at least six letters also at the end of a longer run of letters.
        case word
        /// As the last word only, or before one of ``WordLists/carriers``: `userPin` and `pinCode`, but not `pinColor`.
        case last
        /// As the last word, alone or after one of ``WordLists/owners``: `smtpPass`, but not `boardingPass`.
        case owned
    }

    private init(_ source: String, _ reach: Reach, _ kind: SecretKind, _ words: String) {
        self.source = source
        self.reach = reach
        self.kind = kind
        self.words = words.split(separator: ",").map { $0.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ") }
    }

    static let table: [SecretWords] = [
        SecretWords(
            "what operating systems and frameworks ask people for", .end, .password,
            "password, passwd, pwd, passphrase, passkey, pw"),
        SecretWords(
            "what operating systems and frameworks call credentials", .end, .token,
            """
            secret, token, credential, mnemonic, api key, access key, private key, secret key, signing key, encryption key, decryption key, master key, session key,
            connection string, session id, sessid, account key, license key, storage key, deploy key, app key, service key, ssh key, auth key, keystore,
            secret key base
            """),
        SecretWords(
            "headers of HTTP and what is in them", .end, .header, "authorization, cookie, jwt, csrf, xsrf, www authenticate, auth header"),
        SecretWords("codes to type in", .end, .code, "passcode, otp"),
        SecretWords("numbers of registers", .end, .register, "iban, tax id"),
        SecretWords("the back of a card", .end, .cardCheck, "cvv, cvc"),
        SecretWords("abbreviations of keys and tokens", .word, .token, "creds, psk"),
        SecretWords("abbreviations of headers", .word, .header, "bearer, hmac"),
        SecretWords(
            "payment forms", .word, .card,
            "card number, credit card, debit card, card no, card num, cc number, cc num, card pan, primary account number"),
        SecretWords("an abbreviation of a card's number, and a gesture", .word, .cardDigits, "pan"),
        SecretWords("names of the code on a card", .word, .cardCheck, "cvv2"),
        SecretWords("an abbreviation of the code on a card, and of much else", .word, .cardCheckDigits, "csc"),
        SecretWords("payment forms and messages", .word, .securityCode, "security code, card verification"),
        SecretWords("banking forms", .word, .register, "account number, account no, routing number, sort code, bank account"),
        SecretWords("words with another meaning beside it", .owned, .password, "pass"),
        SecretWords("an abbreviation with another meaning beside it", .owned, .token, "sid"),
        SecretWords("a code, and what is put on a map", .last, .pin, "pin"),
        SecretWords(
            "words with another meaning before another word", .last, .password, "clave, geheim, mdp, schlussel, klucz, anahtar"),
        SecretWords(
            "keys of services, ciphers and products", .word, .token,
            """
            stripe key, openai key, google key, maps key, firebase key, aws key, azure key, github key, slack key, twilio key, sendgrid key,
            aes key, rsa key, hmac key, pgp key, tls key, ssl key, priv key, shared key, preshared key, pre shared key, data key, root key, vault key, unlock key,
            wifi key, wlan key, wep key, wpa key, network key, product key, serial key, activation key, subscription key, secure key, key pair id
            """),
        SecretWords(
            "identity papers", .word, .register,
            """
            ssn, social security, passport number, passport no, license number, licence number, taxpayer id, tax number,
            tax identification number, national id, identity card number, insurance number, maiden name, sin number, personnummer, aadhaar, cpf, curp, pesel,
            nino, steuer id, steuernummer, sozialversicherungsnummer, medicare number
            """),
        SecretWords(
            "second factors, doors and locks", .word, .code,
            """
            recovery code, backup code, verification code, confirmation code, one time code, authentication code, auth code, oauth code, login code, log in code,
            sign in code, sms code, mfa code, tfa code, two factor code, verify code, confirm code, access code, unlock code, reset code, activation code,
            pairing code, door code, gate code, alarm code, entry code, garage code, lock code, keypad code, puk
            """),
        SecretWords(
            "recovery, and signing in without a password", .word, .token,
            """
            seed phrase, recovery phrase, recovery key, backup key, backup phrase, basic auth, code verifier, security answer, security question answer, magic link,
            seed word, wallet seed, pass key
            """),
        SecretWords(
            "sign-in forms in languages of Latin script", .end, .password,
            """
            passwort, kennwort, geheimnis, zugangsdaten, contrasena, clave secreta, clave de acceso, mot de passe, motdepasse, code secret, cle secrete, senha,
            segredo, palavra passe, parola, parola dordine, parola d ordine, parola chiave, codice segreto, chiave privata, wachtwoord,
            haslo, tajny klucz, sifre, losenord, adgangskode, passord, salasana, heslo, jelszo, lozinka, mat khau, kata sandi
            """),
        SecretWords(
            "payment forms in languages of Latin script", .end, .card,
            "kartennummer, tarjeta de credito, numero de carte, cartao de credito"),
        SecretWords(
            "codes in languages of Latin script", .end, .securityCode, "geheimzahl, sicherheitscode, codigo de seguridad"),
        SecretWords(
            "banking forms in languages of Latin script", .end, .register, "kontonummer, numero de cuenta, rekeningnummer"),
        SecretWords(
            "sign-in forms in other scripts", .end, .password,
            """
            пароль, секрет, ключ доступа, лозинка, κωδικος, 密码, 密碼, 口令, 密钥, 私钥, パスワード, 秘密鍵, 비밀번호, 암호, كلمة المرور, كلمة السر, पासवर्ड, कूटशब्द, סיסמה, รหัสผ่าน
            """),
        SecretWords("tokens in other scripts", .end, .token, "токен, 令牌, トークン, 토큰"),
        SecretWords("codes in other scripts", .end, .code, "код доступа, 验证码, 暗証番号, 인증번호, رمز التحقق"),
        SecretWords("payment forms in other scripts", .end, .card, "номер карты"),
    ]

    /// What each word and phrase hides.
    static let kinds: [String: SecretKind] = Dictionary(firstOf: table.flatMap { row in row.words.map { ($0, row.kind) } })

    /// What a rule hides, by its name in counts.
    static func kind(ofRule rule: String) -> SecretKind { RuleName(rule)?.word.flatMap { kinds[$0] } ?? .anything }

    /// Every word and phrase.
    static let all: [String] = table.flatMap { $0.words }
}
