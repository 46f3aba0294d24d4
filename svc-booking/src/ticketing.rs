//! Looks for what airlines give late: the tickets of trips, and the codes of credits (`crediting`).
//!
//! Only reads at the provider, and touches nothing that a booking's own steps decide by.

use std::time::Duration;

use anyhow::Context;
use duffel::Clients;
use service::SharedClock;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::crediting;
use crate::domain::booking::Status;
use crate::domain::{Booking, ticket};
use crate::store::booking::Store;

const PERIOD: Duration = Duration::from_secs(30);

/// Looks now and then, until `shutdown`.
pub async fn run(store: Store, duffel: Clients, clock: SharedClock, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = look_for_due(&store, &duffel, &clock, &shutdown).await {
            tracing::warn!(error = format!("{error:#}"), "trips without tickets can't be read");
        }
        if let Err(error) = crediting::look_for_due(&store, &duffel, &clock, &shutdown).await {
            tracing::warn!(error = format!("{error:#}"), "airline credits without a code can't be read");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}

async fn look_for_due(
    store: &Store,
    duffel: &Clients,
    clock: &SharedClock,
    shutdown: &CancellationToken,
) -> anyhow::Result<()> {
    while !shutdown.is_cancelled() {
        let Some(booking) = store.take_without_tickets(clock.now()).await? else { return Ok(()) };
        if let Err(error) = look(store, duffel, &booking, clock.now()).await {
            let error = format!("{error:#}");
            tracing::warn!(booking.id = %booking.id, error, "a trip's tickets can't be looked for");
        }
    }
    Ok(())
}

async fn look(store: &Store, duffel: &Clients, booking: &Booking, now: OffsetDateTime) -> anyhow::Result<()> {
    let kept = booking.order.as_ref().context("a trip without an order")?;
    if booking.status(now) != Status::Confirmed {
        return Ok(store.keep_tickets(booking.id, &kept.tickets, true).await?);
    }
    let client = duffel.of(booking.mode).context("the booking's mode has no flight provider any more")?;
    let order = client.get_order(&kept.id).await?;
    let tickets = ticket::joined(&kept.tickets, ticket::of_order(&order, &booking.travellers));
    let are_all = ticket::are_complete(&tickets, &booking.travellers);
    Ok(store.keep_tickets(booking.id, &tickets, are_all).await?)
}
