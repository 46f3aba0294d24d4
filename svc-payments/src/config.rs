use clap::Parser;
use clap::builder::RangedI64ValueParser;
use events::{NatsArgs, StreamArgs};
use mail::MailArgs;
use mail::on_call::OnCallArgs;
use secrecy::SecretString;
use service::postgres::DatabaseArgs;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};
use url::Url;

use crate::domain::velocity::VelocityLimits;
use crate::stripe::{StripeArgs, WebhookArgs};

/// Settings of svc-payments.
#[derive(Debug, Clone, Parser)]
pub struct Config {
    /// What the settings below say about real sales.
    #[command(flatten)]
    pub check: SettingsCheck,
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub admin: AdminArgs,
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
    #[command(flatten)]
    pub database: DatabaseArgs,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub stream: StreamArgs,
    #[command(flatten)]
    pub stripe: StripeArgs,
    #[command(flatten)]
    pub webhooks: WebhookArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub reconciliation: ReconcileArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub on_call: OnCallArgs,
    /// svc-offers, which says what an authorisation must amount to.
    #[arg(long, env = "OFFERS_URL", default_value = "http://127.0.0.1:50052", value_name = "URL")]
    pub offers_url: String,
    /// Key of the HMACs by which repeated requests are known: base64 of at least 32 bytes. Several are separated by commas:
    /// the first makes new ones, and all of them recognise their own.
    #[arg(long, env = "HMAC_KEY", value_name = "BASE64", hide_env_values = true)]
    pub hmac_key: SecretString,
    /// Take raw card numbers in live mode. Puts the whole installation under PCI DSS SAQ D.
    #[arg(long, env = "ACCEPT_RAW_LIVE_CARDS", default_value_t = false)]
    pub accept_raw_live_cards: bool,
    /// Where cardholders return to from their bank when a request does not say where its brand's site is.
    #[arg(long, env = "SYSTEM_URL", default_value = "http://localhost:8080", value_name = "URL")]
    pub system_url: Url,
    /// Milliseconds between two looks for payments that wait for the provider's word.
    #[arg(long, env = "SETTLE_INTERVAL_MS", default_value_t = 1_000, value_name = "MS")]
    pub settle_interval_ms: u64,
}

impl LimitArgs {
    /// The limits of the velocity check.
    pub fn velocity(&self) -> VelocityLimits {
        let cards = |limit: i32| usize::try_from(limit).unwrap_or_default();
        VelocityLimits {
            per_session: cards(self.declines_per_session),
            per_account: cards(self.declines_per_account),
            per_address: cards(self.declines_per_address),
            per_brand: cards(self.declines_per_brand),
            per_network: cards(self.declines_per_network),
            per_card_range: cards(self.declines_per_card_range),
            of_new_sessions: cards(self.declines_of_new_sessions),
            before_work: cards(self.declines_before_work),
            before_work_of_brand: cards(self.brand_declines_before_work),
        }
    }
}

/// How often our ledger is compared with the card provider's, and how far back.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct ReconcileArgs {
    /// Seconds between two comparisons with the card provider's ledger. Each lists its payments and refunds, and a
    /// small account may read 10,000 times a month: an hour uses 1,440, ten minutes 8,640. A webhook of a refund of
    /// ours that our ledger does not know starts a comparison within a tenth of it.
    #[arg(long, env = "RECONCILE_INTERVAL_S", default_value_t = 3_600, value_name = "S")]
    pub reconcile_interval_s: u32,
    /// Days that are compared each time; a hold lasts seven.
    #[arg(long, env = "RECONCILE_DAYS", default_value_t = 8, value_name = "DAYS")]
    pub reconcile_days: i64,
}

/// No limit at all would be no number at all.
fn declines() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(1..)
}

/// What keeps card testers away from the provider. A card brings no money where it is declined, or given up at the
/// bank's question or as a hold that was let go. First each further card needs work (`domain::work`); the other limits
/// are where nobody's work helps.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LimitArgs {
    /// Cards of one visitor, address, network or card range that brought no money in an hour, before each further card needs
    /// work. The last two count for guests alone, and all but a visitor's own only while more than one card in five brings
    /// none.
    #[arg(long, env = "DECLINES_BEFORE_WORK", default_value_t = 3, value_name = "N", value_parser = declines())]
    pub declines_before_work: i32,
    /// Cards of a brand's guests that brought no money in an hour, before each further card of them needs work while more
    /// than one card in five brings none.
    #[arg(long, env = "BRAND_DECLINES_BEFORE_WORK", default_value_t = 8, value_name = "N", value_parser = declines())]
    pub brand_declines_before_work: i32,
    /// Tries that the easiest work takes at most: 1,000 are some two seconds on an old phone. It doubles with each further
    /// hundred declined cards of the brand's guests, three times at most.
    #[arg(long, env = "WORK_TRIES", default_value_t = 1_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub work_tries: u32,
    /// Cards of one guest session, or one new or unproved account, that brought no money in an hour, before it must wait.
    #[arg(long, env = "DECLINES_PER_SESSION", default_value_t = 10, value_name = "N", value_parser = declines())]
    pub declines_per_session: i32,
    /// Cards of one other account that brought no money in an hour, before it must wait.
    #[arg(long, env = "DECLINES_PER_ACCOUNT", default_value_t = 10, value_name = "N", value_parser = declines())]
    pub declines_per_account: i32,
    /// Cards from one address that brought no money in an hour, before its visitors must wait.
    #[arg(long, env = "DECLINES_PER_ADDRESS", default_value_t = 300, value_name = "N", value_parser = declines())]
    pub declines_per_address: i32,
    /// Cards from one network (an IPv4 /24 or IPv6 /48) that brought no money in an hour, before its guests must wait
    /// where more bring none than pay.
    #[arg(long, env = "DECLINES_PER_NETWORK", default_value_t = 300, value_name = "N", value_parser = declines())]
    pub declines_per_network: i32,
    /// Cards with the same first six digits that brought no money in an hour, before guests with such a card must wait
    /// where more bring none than pay. Counted where the digits are seen, so not with the provider's own card fields.
    #[arg(long, env = "DECLINES_PER_CARD_RANGE", default_value_t = 100, value_name = "N", value_parser = declines())]
    pub declines_per_card_range: i32,
    /// Cards of a brand's guests in sessions younger than five minutes that brought no money in an hour, before such
    /// sessions must wait until they are older, where more bring none than pay.
    #[arg(long, env = "DECLINES_OF_NEW_SESSIONS", default_value_t = 300, value_name = "N", value_parser = declines())]
    pub declines_of_new_sessions: i32,
    /// Cards of a brand's guests that brought no money in an hour, before its guests must wait where more bring none
    /// than pay. Users whose account is a day old and whose mailbox is proved are no guests.
    #[arg(long, env = "DECLINES_PER_BRAND", default_value_t = 500, value_name = "N", value_parser = declines())]
    pub declines_per_brand: i32,
    /// Authorisations that one session or account may have open without a booking.
    #[arg(long, env = "OPEN_AUTHORISATIONS", default_value_t = 2, value_name = "N")]
    pub open_authorisations: usize,
    /// Minutes after which an authorisation that no booking has claimed is voided.
    #[arg(long, env = "UNCLAIMED_MINUTES", default_value_t = 30, value_name = "MIN")]
    pub unclaimed_minutes: i64,
}
