//! The three books: the sandbox's orders, its charges, and our own bookings with their payments.
//!
//! They are read once everything has come to its end, and have to agree to the cent.

mod compare;
mod ours;
mod theirs;

use std::collections::BTreeSet;
use std::time::Duration;

use uuid::Uuid;

use crate::fleet::Fleet;
use crate::report::Report;
use crate::until::until;

pub use ours::mails_waiting;
use ours::{Booking, Ours, Payment};
use theirs::{Intent, Order, Theirs};

/// Bookings, orders and payments that the backup does not have, or has as they were before.
#[derive(Debug, Default)]
pub struct Listed {
    pub bookings: BTreeSet<String>,
    pub orders: BTreeSet<String>,
    pub intents: BTreeSet<String>,
}

#[derive(Debug, Default)]
pub struct Books {
    pub ours: Ours,
    pub theirs: Theirs,
}

impl Books {
    pub async fn read(fleet: &Fleet) -> anyhow::Result<Self> {
        Ok(Self { ours: Ours::read(&fleet.database()).await?, theirs: Theirs::read(&fleet.sandbox()).await? })
    }

    /// Waits until nothing is under way any more: no booking, no payment, no event that is not published.
    pub async fn finished(fleet: &Fleet, patience: Duration) -> anyhow::Result<Self> {
        let database = fleet.database();
        until("everything comes to its end", patience, async || {
            let unsettled = ours::unsettled(&database).await.map_err(|error| error.to_string())?;
            if unsettled.is_empty() { Ok(()) } else { Err(unsettled.join(", ")) }
        })
        .await?;
        Self::read(fleet).await
    }

    /// Takes out what a person was given to look at after a restore, so that the rest has to agree.
    pub fn set_aside(&mut self, listed: &Listed) {
        let is_listed = |booking: &Uuid| listed.bookings.contains(&booking.to_string());
        let theirs_of = |payment: &Payment| payment.intent_id.clone();
        let of_bookings =
            self.ours.payments.iter().filter(|it| it.booking_id.as_ref().is_some_and(is_listed));
        let intents: BTreeSet<_> = of_bookings.filter_map(theirs_of).chain(listed.intents.clone()).collect();
        self.ours.bookings.retain(|booking| !is_listed(&booking.id));
        self.ours.payments.retain(|it| it.intent_id.as_ref().is_none_or(|id| !intents.contains(id)));
        self.theirs
            .orders
            .retain(|it| !listed.orders.contains(&it.id) && !listed.bookings.contains(it.booking()));
        self.theirs.payment_intents.retain(|intent| !intents.contains(&intent.id));
        self.theirs.charges.retain(|charge| !intents.contains(&charge.payment_intent));
    }

    pub fn is_ticketed(&self, booking: Uuid) -> bool {
        self.ours.bookings.iter().any(|it| it.id == booking && it.state == "TICKETED")
    }

    /// Tells the sums and every disagreement. `acknowledged` are the bookings that somebody was told of.
    pub fn tell(&self, acknowledged: &[Uuid], report: &mut Report) {
        let in_state = |state: &str| self.ours.bookings.iter().filter(|it| it.state == state).count();
        report.row("bookings ticketed", in_state("TICKETED"));
        report.row("bookings failed", in_state("FAILED"));
        report.row("bookings told as confirmed", acknowledged.len());
        report.row("orders that stand", self.theirs.orders.iter().filter(|order| order.stands()).count());
        report.row(
            "holds that wait for their end",
            self.ours.payments.iter().filter(|it| it.is_spare()).count(),
        );
        report.row(
            "taken, by us / by the card provider, cents",
            format!("{} / {}", self.ours.taken(), self.theirs.taken()),
        );
        for miss in self.misses(acknowledged) {
            report.miss(miss);
        }
    }
}
