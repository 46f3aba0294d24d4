//! The operations on bookings: one `Bookings`, and an `impl` of it a use case.

mod abandon;
mod account;
mod cancel;
mod claim;
mod create;
mod export;
mod find;
mod find_credits;
mod find_tickets;
mod guest_link;
mod kept_passengers;
mod on_call;
mod quote_cancellation;
mod receive_webhook;
mod review;
mod turns;

use std::sync::Arc;
use std::time::Duration;

use duffel::{Clients, WebhookArgs};
use service::security_log::SecurityLog;
use service::{HmacKeys, SharedClock};
use time::OffsetDateTime;
use tokio::sync::Notify;
use url::Url;

use crate::change_notifier::ChangeNotifier;
use crate::store::booking::Store;
use crate::upstreams::Upstreams;

pub use claim::Claimed;
pub use create::Created;
pub use on_call::BookingCases;
pub use review::{Decision, MoneyStand, ReviewCase, ReviewQueue};
use turns::Turns;

/// The longest that a request waits for its booking: as long as a page waits.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// Everything the operations stand on.
///
/// A purchase, its cancellation and the provider's webhooks need a `Repository` and no more, so that the simulation can
/// run them in memory. The other operations read what only Postgres keeps: they exist where `S` is the `Store`.
pub struct Bookings<S = Store> {
    pub store: S,
    pub clock: SharedClock,
    pub upstreams: Upstreams,
    pub duffel: Clients,
    pub webhooks: WebhookArgs,
    /// Tells purchases with the same key apart.
    pub hmac_keys: HmacKeys,
    /// Where links in mails lead when the brand's own address is not known.
    pub system_url: Url,
    pub local: LocalState,
}

/// What waits, takes turns or is counted in this process. Other replicas don't see it.
#[derive(Default)]
pub struct LocalState {
    /// Requests that wait for a change of their booking.
    pub(crate) changes: ChangeNotifier,
    /// The workers that drive bookings.
    pub(crate) workers: Notify,
    /// The relay of events.
    pub(crate) relay: Arc<Notify>,
    /// The sender of mail.
    pub(crate) mail: Arc<Notify>,
    turns: Turns,
    security_log: SecurityLog,
}

impl<S> Bookings<S> {
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }
}
