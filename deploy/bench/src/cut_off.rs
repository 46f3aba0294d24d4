//! Purchases whose clients are cut off in the middle, and what the database holds in the end.

use std::fmt;
use std::time::Duration;

use anyhow::{bail, ensure};
use futures::future::try_join_all;
use sqlx::Connection;
use sqlx::postgres::PgConnection;
use storms::books::Books;
use storms::fleet::Fleet;
use storms::shop::Shop;
use storms::shopper::Told;
use tokio::time::{sleep, timeout};

use crate::purchases::{Guest, guests};

pub const CLIENTS: u32 = 32;
/// The first is cut off after so long, each other so much later than the one before.
const STEP: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(90);
/// A transaction that a client left open would be seen by then. Postgres ends it after 30 s
/// (`idle_in_transaction_session_timeout` of the services), so it must be looked for before.
const LEFT_OPEN: Duration = Duration::from_secs(5);

/// A transaction that works is over in less.
const IDLE_IN_TRANSACTION: &str = "
    select count(*) from pg_stat_activity
    where state like 'idle in transaction%' and xact_start < clock_timestamp() - interval '4 seconds'";
const TICKETED: &str = "select count(*) from booking.booking where state = 'TICKETED'";

/// Bookings after all clients had gone.
pub struct Booked {
    /// Those whose client had the answer before it was cut off.
    answered: usize,
    all: i64,
}

impl fmt::Display for Booked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { answered, all } = self;
        write!(f, "{CLIENTS} clients cut off, {answered} after their answer: {all} booked, none lost")
    }
}

/// Fails where bookings, orders and money do not agree afterwards, or where something does not end.
pub async fn check(fleet: &Fleet, shop: &Shop) -> anyhow::Result<Booked> {
    let guests = guests(shop, CLIENTS).await?;
    let mut database = PgConnection::connect(&fleet.database()).await?;
    let before: i64 = sqlx::query_scalar(TICKETED).fetch_one(&mut database).await?;
    let buying = guests.iter().zip(1..).map(|(guest, place)| buy_until(guest, STEP * place));
    let mut answered = Vec::new();
    for answer in try_join_all(buying).await?.into_iter().flatten() {
        match answer {
            Told::Confirmed(booking) => answered.push(booking),
            Told::Refused(code) => bail!("a good purchase was refused: {code}"),
        }
    }
    sleep(LEFT_OPEN).await;
    let open: i64 = sqlx::query_scalar(IDLE_IN_TRANSACTION).fetch_one(&mut database).await?;
    ensure!(open == 0, "{open} connections are idle in a transaction");
    let misses = Books::finished(fleet, PATIENCE).await?.disagreements(&answered);
    ensure!(misses.is_empty(), "{}", misses.join("; "));
    let after: i64 = sqlx::query_scalar(TICKETED).fetch_one(&mut database).await?;
    database.close().await?;
    Ok(Booked { answered: answered.len(), all: after - before })
}

/// `None` where the client was cut off.
async fn buy_until((shopper, offer): &Guest, after: Duration) -> anyhow::Result<Option<Told>> {
    timeout(after, shopper.buy_offer(offer)).await.ok().transpose()
}
