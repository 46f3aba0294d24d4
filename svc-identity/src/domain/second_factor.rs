//! The second factor of an administrator: codes of an authenticator app (RFC 6238), and recovery codes for when its device
//! is lost.

use anyhow::anyhow;
use secrecy::{ExposeSecret, SecretSlice, SecretString};
use service::token::TokenHash;
use time::{Duration, OffsetDateTime};
use totp_rs::{Algorithm, Builder, Totp};

/// As long as the output of SHA-1, which RFC 4226 (4) recommends.
pub const SECRET_LENGTH: usize = 20;
/// A secret that was shown is confirmed within this time, or shown for nothing.
pub const CONFIRM_WITHIN: Duration = Duration::minutes(10);
pub const RECOVERY_CODES: usize = 10;
/// 80 random bits.
pub const RECOVERY_CODE_LENGTH: usize = 16;

/// What is stored of a recovery code: argon2id, and SHA-256 of those that were made by a release before argon2id.
pub type RecoveryHash = [u8; 32];

const DIGITS: u8 = 6;
const STEP_S: u64 = 30;
/// A device's clock may be this many steps early or late.
const DRIFT: u16 = 1;
/// Crockford's, without the letters that look like others.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const GROUP: usize = 4;

/// What shows the codes of a secret. Has no Debug: it holds the secret.
pub struct Authenticator(Totp);

impl Authenticator {
    pub fn new(secret: &SecretSlice<u8>) -> anyhow::Result<Self> {
        Self::build(builder(secret))
    }

    /// The same as an authenticator app reads it, with the names that it shows beside the codes.
    pub fn uri(secret: &SecretSlice<u8>, issuer: &str, account: &str) -> anyhow::Result<SecretString> {
        let plain = |name: &str| name.replace(':', " ");
        let named = builder(secret).with_issuer(Some(plain(issuer))).with_account_name(plain(account));
        let uri = Self::build(named)?.0.to_url();
        Ok(uri.map_err(|_| anyhow!("an account without a name has no second factor"))?.into())
    }

    /// The step whose code this is now, or was or will be a step away.
    pub fn step_of(&self, code: &str, now: OffsetDateTime) -> Option<i64> {
        let seconds = u64::try_from(now.unix_timestamp()).ok()?;
        i64::try_from(self.0.check(code, seconds)?).ok()
    }

    fn build(builder: Builder) -> anyhow::Result<Self> {
        // The crate's error may quote a name.
        Ok(Self(builder.build().map_err(|_| anyhow!("a second factor's secret is too short"))?))
    }
}

fn builder(secret: &SecretSlice<u8>) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(DIGITS)
        .with_step_duration(STEP_S)
        .with_skew(DRIFT)
        .with_secret(secret.expose_secret())
}

/// A code as somebody typed it. Has no Debug: it is a secret.
pub enum TypedCode {
    /// Of an authenticator app.
    OfApp(SecretString),
    /// Anything else is taken for a recovery code. As it is hashed.
    Recovery(SecretString),
}

impl TypedCode {
    /// None: nothing was typed.
    pub fn parse(typed: &SecretString) -> Option<Self> {
        let code = plain(typed.expose_secret());
        let is_of_app = code.len() == usize::from(DIGITS) && code.bytes().all(|byte| byte.is_ascii_digit());
        match code.as_str() {
            "" => None,
            _ if is_of_app => Some(Self::OfApp(code.into())),
            _ => Some(Self::Recovery(code.into())),
        }
    }
}

/// A recovery code in groups, as it is read and copied.
pub fn recovery_code(random: [u8; RECOVERY_CODE_LENGTH]) -> String {
    let letters = random.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
    let groups = letters.chunks(GROUP).map(|group| group.iter().collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}

/// The hash of recovery codes that were made by a release before argon2id: fast and without salt.
pub fn former_recovery_hash(code: &SecretString) -> RecoveryHash {
    TokenHash::of(code.expose_secret()).0
}

/// A code as it is hashed: without what people add to read it, and with the digits that they take for letters.
pub fn plain(typed: &str) -> String {
    let signs = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let read = |c: char| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    };
    signs.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authenticator() -> Authenticator {
        Authenticator::new(&b"12345678901234567890".to_vec().into()).unwrap()
    }

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).unwrap()
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // Appendix B, SHA-1: the last six of its eight digits.
        let table = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, code) in table {
            assert_eq!(authenticator().step_of(code, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_device_may_be_one_step_early_or_late() {
        let (code, step) = ("005924", 1_234_567_890 / 30);
        let check = |steps_away: i64, expected| {
            let now = at(1_234_567_890 + 30 * steps_away);
            assert_eq!(authenticator().step_of(code, now), expected, "{steps_away} steps away");
        };

        check(-2, None);
        check(-1, Some(step));
        check(0, Some(step));
        check(1, Some(step));
        check(2, None);
    }

    #[test]
    fn nothing_but_six_digits_is_a_code_of_an_app() {
        for typed in ["", "05924", "0005924", "+05924", "00592a", "٠٠٥٩٢٤"] {
            assert_eq!(authenticator().step_of(typed, at(1_234_567_890)), None, "{typed}");
        }
    }

    #[test]
    fn an_app_reads_secret_and_names_from_the_uri() {
        let secret = b"12345678901234567890".to_vec().into();

        let uri = Authenticator::uri(&secret, "book.example", "Site: Admin").unwrap();

        assert_eq!(
            uri.expose_secret(),
            "otpauth://totp/book.example:Site%20%20Admin?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=book.example"
        );
    }

    #[test]
    fn a_recovery_code_is_known_however_it_is_typed() {
        let code = recovery_code([0, 1, 2, 31, 32, 33, 34, 63, 10, 11, 12, 13, 20, 21, 22, 255]);
        assert_eq!(code, "012z-012z-abcd-mnpz");

        for typed in ["012z012zabcdmnpz", " 012Z-012Z-ABCD-MNPZ ", "OI2z-ol2z-abcd-mnpz"] {
            let parsed = TypedCode::parse(&typed.into());
            assert!(
                matches!(parsed, Some(TypedCode::Recovery(read)) if read.expose_secret() == plain(&code)),
                "{typed}"
            );
        }
    }

    #[test]
    fn a_code_of_an_app_may_be_typed_in_two_halves() {
        let parsed = TypedCode::parse(&" 005 924".into());

        assert!(matches!(parsed, Some(TypedCode::OfApp(code)) if code.expose_secret() == "005924"));
        assert!(TypedCode::parse(&" - ".into()).is_none());
    }
}
