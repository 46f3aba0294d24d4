//! Looks for the tickets of trips whose airline did not give their numbers with the order.
//!
//! Only reads at the provider, and touches nothing that a booking's own steps decide by.

use anyhow::Context;
use tokio_util::sync::CancellationToken;

use super::Bookings;
use crate::domain::booking::Status;
use crate::domain::{Booking, ticket};

impl Bookings {
    /// Looks for all tickets that are due.
    pub async fn find_due_tickets(&self, shutdown: &CancellationToken) -> anyhow::Result<()> {
        while !shutdown.is_cancelled() {
            let Some(booking) = self.store.take_without_tickets(self.now()).await? else { return Ok(()) };
            if let Err(error) = self.find_tickets(&booking).await {
                let error = format!("{error:#}");
                tracing::warn!(booking.id = %booking.id, error, "a trip's tickets can't be looked for");
            }
        }
        Ok(())
    }

    async fn find_tickets(&self, booking: &Booking) -> anyhow::Result<()> {
        let kept = booking.order.as_ref().context("a trip without an order")?;
        if booking.status(self.now()) != Status::Confirmed {
            return Ok(self.store.keep_tickets(booking.id, &kept.tickets, true).await?);
        }
        let client =
            self.duffel.of(booking.mode).context("the booking's mode has no flight provider any more")?;
        let order = client.get_order(&kept.id).await?;
        let tickets = ticket::joined(&kept.tickets, ticket::of_order(&order, &booking.travellers));
        let are_all = ticket::are_complete(&tickets, &booking.travellers);
        Ok(self.store.keep_tickets(booking.id, &tickets, are_all).await?)
    }
}
