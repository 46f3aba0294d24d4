//! Looks for the airline credits of cancelled trips whose airline did not give their codes with the cancellation.
//!
//! Only reads at the provider, and touches nothing that a booking's own steps decide by.

use anyhow::Context;
use duffel::Client;
use tokio_util::sync::CancellationToken;

use super::Bookings;
use crate::domain::credit::{self, Credit};
use crate::email;
use crate::store::credit::DueCredits;

impl Bookings {
    /// Looks for all credits that are due. A webhook makes one due at once.
    pub async fn find_due_credits(&self, shutdown: &CancellationToken) -> anyhow::Result<()> {
        while !shutdown.is_cancelled() {
            let Some(due) = self.store.take_without_credits(self.now()).await? else { return Ok(()) };
            if let Err(error) = self.find_credits(&due).await {
                let error = format!("{error:#}");
                tracing::warn!(booking.id = %due.booking.id, error, "a trip's airline credits can't be looked for");
            }
        }
        Ok(())
    }

    async fn find_credits(&self, due: &DueCredits) -> anyhow::Result<()> {
        let booking = &due.booking;
        // Before that the step that cancels it reads them.
        let Some(cancellation) = booking.cancelled() else { return Ok(()) };
        let client =
            self.duffel.of(booking.mode).context("the booking's mode has no flight provider any more")?;
        let listed = credit::of_cancellation(&client.get_cancellation(&cancellation.quote_id).await?);
        let found = with_reported(client, listed, &due.reported).await;
        self.store.keep_credits(due, found, email::credit::code_issued, self.now()).await
    }
}

/// A credit that came later is not in the cancellation: it is read by its own id. One that can't be read keeps no other
/// from its traveller.
async fn with_reported(client: &Client, listed: Vec<Credit>, reported: &[String]) -> Vec<Credit> {
    let mut found = listed;
    for id in reported {
        if found.iter().any(|credit| credit.id == *id && credit.code.is_some()) {
            continue;
        }
        match client.get_airline_credit(id).await {
            Ok(read) => found = credit::joined(&found, credit::of_provider(&read).into_iter().collect()),
            Err(error) => tracing::warn!(%error, credit.id = %id, "a reported airline credit can't be read"),
        }
    }
    found
}
