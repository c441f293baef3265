import RewindValue

/// The words that make a key secret: the rules of ``RedactionRules/default``, by source.
///
/// They are written in normal form (``KeyText``), with blanks between the words of a phrase. An "s" after a word makes no difference.
struct SecretWords: Sendable {
    /// Where the words were found.
    let source: String
    let reach: Reach
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

    private init(_ source: String, _ reach: Reach, _ words: String) {
        self.source = source
        self.reach = reach
        self.words = words.split(separator: ",").map { $0.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ") }
    }

    static let table: [SecretWords] = [
        SecretWords(
            "what operating systems and frameworks call credentials", .end,
            """
            password, passwd, pwd, passphrase, passcode, passkey, secret, token, authorization, cookie, credential, mnemonic, api key, access key, private key,
            secret key, signing key, encryption key, decryption key, master key, session key, connection string, session id, sessid, account key, license key,
            storage key, deploy key, app key, service key, ssh key, auth key, jwt, csrf, xsrf, iban, cvv, cvc, otp, pw, tax id, keystore, www authenticate, auth header, secret key base
            """),
        SecretWords(
            "abbreviations, payment and banking forms", .word,
            """
            bearer, creds, psk, hmac, cvv2, csc, card number, account number, credit card, debit card, card no, account no, card num, cc number,
            cc num, security code, card verification, routing number, sort code, bank account, card pan, pan, primary account number
            """),
        SecretWords("words with another meaning beside it", .owned, "pass, sid"),
        SecretWords("words with another meaning before another word", .last, "pin, clave, geheim, mdp, schlussel, klucz, anahtar"),
        SecretWords(
            "keys of services, ciphers and products", .word,
            """
            stripe key, openai key, google key, maps key, firebase key, aws key, azure key, github key, slack key, twilio key, sendgrid key,
            aes key, rsa key, hmac key, pgp key, tls key, ssl key, priv key, shared key, preshared key, pre shared key, data key, root key, vault key, unlock key,
            wifi key, wlan key, wep key, wpa key, network key, product key, serial key, activation key, subscription key, secure key, key pair id
            """),
        SecretWords(
            "identity papers", .word,
            """
            ssn, social security, passport number, passport no, license number, licence number, taxpayer id, tax number,
            tax identification number, national id, identity card number, insurance number, maiden name, sin number, personnummer, aadhaar, cpf, curp, pesel,
            nino, steuer id, steuernummer, sozialversicherungsnummer, medicare number
            """),
        SecretWords(
            "second factors, recovery, doors and locks", .word,
            """
            seed phrase, recovery phrase, recovery code, recovery key, backup code, backup key, backup phrase, verification code, confirmation code, one time code,
            authentication code, auth code, oauth code, basic auth, login code, log in code, sign in code, sms code, mfa code, tfa code, two factor code, verify code, confirm code,
            access code, unlock code, reset code, activation code, pairing code, code verifier, security answer, security question answer, magic link,
            seed word, wallet seed, door code, gate code, alarm code, entry code, garage code, lock code, keypad code, pass key, puk
            """),
        SecretWords(
            "sign-in forms in languages of Latin script", .end,
            """
            passwort, kennwort, geheimnis, geheimzahl, zugangsdaten, kontonummer, kartennummer, sicherheitscode, contrasena, tarjeta de credito,
            clave secreta, clave de acceso, codigo de seguridad, numero de cuenta, mot de passe, motdepasse, code secret, cle secrete, numero de carte, senha,
            segredo, palavra passe, cartao de credito, parola, parola dordine, parola d ordine, parola chiave, codice segreto, chiave privata, wachtwoord,
            rekeningnummer, haslo, tajny klucz, sifre, losenord, adgangskode, passord, salasana, heslo, jelszo, lozinka, mat khau, kata sandi
            """),
        SecretWords(
            "sign-in forms in other scripts", .end,
            """
            пароль, секрет, токен, ключ доступа, код доступа, номер карты, лозинка, κωδικος, 密码, 密碼, 口令, 验证码, 密钥, 令牌, 私钥, パスワード, 暗証番号, 秘密鍵, トークン, 비밀번호,
            암호, 인증번호, 토큰, كلمة المرور, كلمة السر, رمز التحقق, पासवर्ड, कूटशब्द, סיסמה, รหัสผ่าน
            """),
    ]

    /// Every word and phrase.
    static let all: [String] = table.flatMap { $0.words }
}

/// Words that change the meaning of a secret's word next to them.
package enum WordLists {
    /// After a secret's word: names an aspect of it that is not secret.
    static let heads = set(
        """
        count counts length len size limit min max minimum maximum type kind status state url uri link page help expiry expires expire expired expiration ttl lifetime \
        policy rules rule requirements strength age date time timestamp at on in issued updated version format label title placeholder name names prompt message error \
        errors icon color style visible enabled required valid verified attempts failures manager service provider generator endpoint scope issuer algorithm country \
        currency network brand index position range usage used budget rate price mode method step source consent banner preferences interval symbol decimals per second \
        level levels location latitude longitude map accepted language prefix region refresh
        """)

    /// Before a secret's word: a question about it, or a number of them.
    static let befores = set(
        "is has needs requires supports allow num number count max min total prompt completion input output cached remaining show hide forgot"
    )

    /// Before `token`: such a token marks a place in a list or a task, and grants no access.
    static let harmlessTokens = set("page paging pagination cancellation next continuation sync")

    /// After a word that is secret only at the end of a key: these do not change the meaning.
    static let carriers = set(
        "code codes number numbers no value values text string input entry digits hash data info header headers new old current key field token secret pad confirm repeat"
    )

    /// Words before a word that is secret only after one of them.
    static let owners = set(
        """
        user db database sql mysql pg postgres mongo redis smtp imap mail email ftp ssh admin root login my new old current confirm repeat wifi wlan proxy account key \
        master app auth http ldap server host router vpn web site api client keystore cert connect php session
        """)

    /// Words that are read together with the key above: `card: {number}`.
    static let parts = set("number numbers no code codes phrase answer verifier")

    /// Words of keys that name typing and where it happens: `setCode`, `codeFieldChanged`, `form`.
    static let typing = set(
        """
        set update updated change changed did edit edited editing enter entered submit submitted type typed input inputs put save replace text field fields value values \
        new draft on form forms details detail info data entry state current
        """)

    /// Keys whose value has something about each field of a form, by the field's name: what is wrong with a password is not secret.
    static let aboutFields = set("errors problems warnings hints placeholders labels titles attempts retries counts lengths permissions")

    /// Members below a secret's key that describe the secret, if they are a name from the source or a small number:
    /// `password: {text, validation, attempts}`.
    static let aboutSecret = set(
        "type kind status state phase mode strength validity validation error problem method algorithm visibility attempts retries count length minimum maximum score step"
    )

    /// Words of a key whose value describes a field that is named there, and is not its contents: `setError(.password, .tooShort)`.
    static let aboutNamedField = set(
        "error errors failed failure invalid valid validate validated validation problem strength status state focused touched hint rule")

    /// Members that name a field: next to them, ``fieldValues`` hold its contents.
    package static let fieldNames = set("_0 name field fieldName key keyPath path id identifier label")

    /// Members that hold the contents of a field that another member names.
    package static let fieldValues = set("_1 value fieldValue newValue text to input content")

    private static func set(_ words: String) -> Set<String> { Set(words.split(whereSeparator: { $0.isWhitespace }).map(String.init)) }
}
