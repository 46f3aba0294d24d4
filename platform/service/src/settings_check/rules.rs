//! The table: which value of which setting real sales must not have.

use clap::ArgMatches;
use clap::parser::ValueSource;
use secrecy::SecretString;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use url::Url;

use super::Fault;
use crate::{RESERVED_DOMAIN, keys};

/// A key of live mode, and the address that it opens.
const LIVE_PROVIDERS: [[&str; 2]; 3] = [
    ["DUFFEL_LIVE_TOKEN", "DUFFEL_LIVE_URL"],
    ["STRIPE_LIVE_KEY", "STRIPE_LIVE_URL"],
    ["STRIPE_LIVE_PUBLISHABLE_KEY", "STRIPE_LIVE_SCRIPT_URL"],
];
/// Keys of the sandbox's test mode. They open nothing else, so they may travel unencrypted and to any address.
const SANDBOX_KEYS: [&str; 2] = ["duffel_test_sandbox", "sk_test_sandbox"];

/// The settings of a program, by the names of their variables. A setting that the program does not have is not given.
pub(super) struct Given<'m>(pub &'m ArgMatches);

impl Given<'_> {
    fn id(setting: &str) -> String {
        setting.to_ascii_lowercase()
    }

    /// As it was typed, also if it is a default. The first one of a list.
    fn text(&self, setting: &str) -> Option<&str> {
        self.0.try_get_raw(&Self::id(setting)).ok()??.next()?.to_str()
    }

    /// Whether the program takes the setting.
    fn has(&self, setting: &str) -> bool {
        self.0.try_contains_id(&Self::id(setting)).is_ok()
    }

    fn switch(&self, setting: &str) -> Option<bool> {
        self.0.try_get_one::<bool>(&Self::id(setting)).ok()?.copied()
    }

    fn secret(&self, setting: &str) -> Option<&SecretString> {
        self.0.try_get_one::<SecretString>(&Self::id(setting)).ok()?
    }

    /// Whether the program has the setting, and nobody said what it is.
    fn is_left_out(&self, setting: &str) -> bool {
        self.text(setting).is_some()
            && self.0.value_source(&Self::id(setting)) == Some(ValueSource::DefaultValue)
    }

    pub fn has_live_provider(&self) -> bool {
        LIVE_PROVIDERS.iter().any(|[key, address]| {
            self.text(key).is_some() && self.text(address).is_some_and(|address| !keys::is_local(address))
        })
    }
}

/// What makes a setting unfit.
#[derive(Debug, Clone, Copy)]
enum Bad {
    /// A switch that is off.
    Off,
    /// A switch that is on.
    On,
    /// A secret that every clone of the repository has.
    Published,
    /// A secret that is not set.
    Missing,
    /// Its default, where it has to be stated.
    LeftOut,
    /// An address that does not begin with https://.
    Plain,
    /// The same, unless this key is the sandbox's own.
    PlainWithKey(&'static str),
    /// An address for the public that does not begin with https://, or is this machine's.
    Private,
    /// Networks that hold many visitors.
    Everybody,
    /// A mail server of another machine without TLS.
    PlainMail,
    /// An event broker of another machine without TLS.
    PlainBroker,
    /// A database of another machine that need not show whose it is.
    UnverifiedDatabase,
    /// A mailbox that nobody has.
    NobodysMail,
    /// Set, while this other setting that it needs is not.
    Without(&'static str),
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Rule {
    bad: Bad,
    pub fault: Fault,
}

impl Rule {
    const fn new(bad: Bad, setting: &'static str, seen: &'static str, remedy: &'static str) -> Self {
        Self { bad, fault: Fault { setting, seen, remedy } }
    }

    const fn published(setting: &'static str, remedy: &'static str) -> Self {
        Self::new(Bad::Published, setting, "holds what is published in the repository", remedy)
    }

    const fn plain(setting: &'static str, remedy: &'static str) -> Self {
        Self::new(
            Bad::Plain,
            setting,
            "is not an https:// address, so what is sent there can be read",
            remedy,
        )
    }

    pub fn is_broken(&self, given: &Given<'_>) -> bool {
        let setting = self.fault.setting;
        let text = given.text(setting);
        match self.bad {
            Bad::Off => given.switch(setting) == Some(false),
            Bad::On => given.switch(setting) == Some(true),
            Bad::Published => given.secret(setting).is_some_and(keys::is_published),
            Bad::Missing => given.has(setting) && text.is_none(),
            Bad::LeftOut => given.is_left_out(setting),
            Bad::Plain => text.is_some_and(is_plain),
            Bad::PlainWithKey(key) => text.is_some_and(is_plain) && !is_sandbox_key(given.text(key)),
            Bad::Private => text.is_some_and(|text| is_plain(text) || keys::is_local(text)),
            Bad::Everybody => text.is_some_and(|text| text.split(',').any(|it| is_wide(it.trim()))),
            Bad::PlainMail => text.is_some_and(|text| !is_encrypted_mail(text)),
            Bad::PlainBroker => text.is_some_and(|text| !is_encrypted_broker(text)),
            Bad::UnverifiedDatabase => text.is_some_and(|text| !is_verified_database(text)),
            Bad::NobodysMail => text.is_some_and(|text| text.ends_with(RESERVED_DOMAIN)),
            Bad::Without(other) => {
                text.is_some_and(|text| !text.is_empty()) && given.text(other).is_none_or(str::is_empty)
            }
        }
    }
}

fn is_plain(address: &str) -> bool {
    let scheme = address.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_none_or(|scheme| !scheme.eq_ignore_ascii_case("https"))
}

/// Wider than any network that somebody has for themselves: 10.0.0.0/8, and an IPv6 network of a provider.
fn is_wide(network: &str) -> bool {
    let Some((address, length)) = network.split_once('/') else { return false };
    let narrowest = if address.contains(':') { 16 } else { 8 };
    length.parse().is_ok_and(|length: u8| length < narrowest)
}

/// Whether nobody on the way to a mail server can read mail. `smtp://` alone never uses TLS, and `?tls=opportunistic` only
/// where somebody in between lets the server offer it. Reads the URL as lettre does: the first `tls` of the query counts.
fn is_encrypted_mail(address: &str) -> bool {
    keys::is_local(address)
        || Url::parse(address).is_ok_and(|url| {
            let tls = url.query_pairs().find(|(name, _)| name == "tls");
            url.scheme() == "smtps" || tls.is_some_and(|(_, value)| value == "required")
        })
}

/// Whether nobody on the way to the event broker can read events.
fn is_encrypted_broker(address: &str) -> bool {
    keys::is_local(address) || Url::parse(address).is_ok_and(|url| url.scheme() == "tls")
}

/// Whether nobody on the way can pass for the database. sqlx itself reads the URL: a parameter may name another host, and
/// the last `sslmode` counts.
fn is_verified_database(address: &str) -> bool {
    address.parse().is_ok_and(|options: PgConnectOptions| {
        let host = options.get_host();
        options.get_socket().is_some()
            || host.starts_with('/')
            || keys::is_local(&format!("postgres://{host}"))
            || matches!(options.get_ssl_mode(), PgSslMode::VerifyFull)
    })
}

pub(super) fn is_sandbox_key(key: Option<&str>) -> bool {
    key.is_some_and(|key| SANDBOX_KEYS.contains(&key))
}

const OWN_KEY: &str = "make one of your own with `openssl rand -base64 32`";
const OWN_WEBHOOK_SECRET: &str = "set the secret that the provider gave with the webhook";
const REAL_ADDRESS: &str = "leave it out for the real provider";

/// Each row stops the start of every program whose setting it names.
pub(super) const RULES: [Rule; 29] = [
    Rule::new(
        Bad::Off,
        "HTTPS",
        "is false, so the cookies of sessions travel unencrypted",
        "set HTTPS=true, and have your proxy end TLS",
    ),
    Rule::new(
        Bad::LeftOut,
        "TRUSTED_PROXIES",
        "is not set, so all visitors behind a proxy would count as one",
        "name your proxies' networks, or `none` where visitors connect to the gateway directly",
    ),
    Rule::new(
        Bad::Everybody,
        "TRUSTED_PROXIES",
        "holds a network as wide as a part of the internet, so visitors could claim another's address",
        "name your proxies' networks alone",
    ),
    Rule::new(
        Bad::Private,
        "SYSTEM_URL",
        "is not a public https:// address, and links in mails begin with it",
        "set the address that travellers open",
    ),
    Rule::new(
        Bad::PlainMail,
        "SMTP_URL",
        "does not ask for TLS on the way to another machine, so links that sign people in can be read",
        "begin it with smtps://, or end it with ?tls=required",
    ),
    Rule::new(
        Bad::NobodysMail,
        "ON_CALL_EMAIL",
        "is at .example, which nobody owns, so nobody is called when a booking or a payment needs a person",
        "set the address of the person on duty, or leave it empty",
    ),
    Rule::new(
        Bad::Without("SMTP_URL"),
        "ON_CALL_EMAIL",
        "is set without SMTP_URL, so no mail gets to the person on duty",
        "set SMTP_URL to your mail server, or leave ON_CALL_EMAIL empty",
    ),
    Rule::new(
        Bad::On,
        "INTERNAL_PLAINTEXT",
        "is on, so between the services nothing is encrypted and no caller is checked",
        "leave it out, and give the program its certificate in TLS_DIR",
    ),
    Rule::new(Bad::On, "GRPC_REFLECTION", "is on, which is for development", "leave it out"),
    Rule::new(
        Bad::Missing,
        "NATS_PASSWORD",
        "is not set, so the event broker knows nobody",
        "give the broker its users (deploy/nats/users.conf) and this program its password",
    ),
    Rule::new(
        Bad::PlainBroker,
        "NATS_URL",
        "does not ask for TLS on the way to another machine, so events and this program's password can be read",
        "begin it with tls://, and name the broker's authority in NATS_CA_FILE",
    ),
    Rule::new(
        Bad::UnverifiedDatabase,
        "DATABASE_URL",
        "takes any server on the way to another machine for the database, so what is stored can be read",
        "end it with sslmode=verify-full, and name the database's authority in sslrootcert",
    ),
    Rule::published("NATS_PASSWORD", "give this program's user of the broker a password of your own"),
    Rule::published("DATABASE_URL", "give the database's role a password of your own"),
    Rule::published("HMAC_KEY", OWN_KEY),
    Rule::published("PII_KEY", OWN_KEY),
    Rule::published("SECOND_FACTOR_KEY", OWN_KEY),
    Rule::published("MAIL_KEY", OWN_KEY),
    Rule::published("DUFFEL_TEST_WEBHOOK_SECRET", OWN_WEBHOOK_SECRET),
    Rule::published("DUFFEL_LIVE_WEBHOOK_SECRET", OWN_WEBHOOK_SECRET),
    Rule::published("STRIPE_TEST_WEBHOOK_SECRET", OWN_WEBHOOK_SECRET),
    Rule::published("STRIPE_LIVE_WEBHOOK_SECRET", OWN_WEBHOOK_SECRET),
    Rule::published("DUFFEL_LIVE_TOKEN", "set the token of your own account"),
    Rule::published("STRIPE_LIVE_KEY", "set the key of your own account"),
    Rule::plain("DUFFEL_LIVE_URL", REAL_ADDRESS),
    Rule::plain("STRIPE_LIVE_URL", REAL_ADDRESS),
    Rule::plain("STRIPE_LIVE_SCRIPT_URL", REAL_ADDRESS),
    Rule::new(
        Bad::PlainWithKey("DUFFEL_TEST_TOKEN"),
        "DUFFEL_TEST_URL",
        "is not an https:// address, so the token of your account can be read",
        "set https://api.duffel.com",
    ),
    Rule::new(
        Bad::PlainWithKey("STRIPE_TEST_KEY"),
        "STRIPE_TEST_URL",
        "is not an https:// address, so the key of your account can be read",
        "set https://api.stripe.com",
    ),
];
