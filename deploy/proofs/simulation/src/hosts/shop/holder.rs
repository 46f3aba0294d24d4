//! What a cardholder tells the bank that asks whether it is they who pay.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Uri};
use outbound::{Transport, TransportError};

use crate::holder::Holder;
use crate::hosts::BANK;
use crate::network::PORT;
use crate::transport::SimTransport;
use crate::world::World;

/// Of the clock: longer than a booking waits for them, and at most until its payment is swept.
const LATE: std::ops::RangeInclusive<u64> = 14 * 60_000..=45 * 60_000;
/// How long they look at a page that does not load.
const PATIENCE: Duration = Duration::from_secs(10);
const TRIES: u32 = 5;

/// Answers at the address that the shop was given.
pub async fn answer(holder: Holder, world: World, asked_at: String) {
    match holder {
        Holder::NeverComes => return,
        Holder::Passes | Holder::Fails => tokio::time::sleep(world.dice.millis(500..=40_000)).await,
        Holder::PassesLate => come_late(&world).await,
    }
    let outcome = if holder.may_pass() { "complete" } else { "fail" };
    for _ in 0..TRIES {
        if tell_bank(&asked_at, outcome).await.is_ok() {
            return;
        }
        tokio::time::sleep(world.dice.millis(500..=8_000)).await;
    }
}

async fn come_late(world: &World) {
    let at = world.clock.since_start() + world.dice.millis(LATE);
    while world.clock.since_start() < at {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Sends the form of the bank's page.
async fn tell_bank(asked_at: &str, outcome: &str) -> Result<(), TransportError> {
    let page: Uri = asked_at.parse().map_err(|_| TransportError::NotSent)?;
    let form = format!("{}&outcome={outcome}", page.query().unwrap_or_default());
    let request = Request::post(format!("http://{BANK}:{PORT}{}", page.path()))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Bytes::from(form))
        .map_err(|_| TransportError::NotSent)?;
    SimTransport { mutant: None }.send(request, PATIENCE).await.map(drop)
}
