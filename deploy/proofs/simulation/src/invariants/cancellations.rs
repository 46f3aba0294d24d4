//! What holds of a trip that somebody does not want any more: our word, the airline's and the card's, to the cent.

use anyhow::ensure;
use svc_booking::domain::Booking;
use svc_booking::domain::booking::Cancellation;
use svc_booking::domain::cancellation::Stage;
use svc_booking::domain::refund::RefundTo;

use super::accounts::Account;
use super::orders::{Ended, Order};

/// A trip that is paid for.
pub struct Trip<'a> {
    pub booking: &'a Booking,
    pub order: &'a Order,
    pub account: &'a Account,
}

impl Trip<'_> {
    /// At every moment.
    pub fn is_paid_back_as_promised(&self) -> anyhow::Result<()> {
        let (id, bank) = (self.booking.id, &self.account.bank);
        ensure!(bank.refunds <= 1, "booking {id} was refunded {} times", bank.refunds);
        ensure!(bank.paid_back == 0 || !self.order.live, "booking {id} has a live order, and a refund");
        let paid_back = bank.paid_back;
        let (promised, may_wait) = match self.stage() {
            Some(Stage::RefundSent) => (self.to_card(), true),
            Some(Stage::Done) => (self.to_card(), false),
            _ => (0, false),
        };
        ensure!(
            paid_back == promised || (may_wait && paid_back == 0),
            "booking {id}: {paid_back} went back, {promised} promised"
        );
        match self.booking.cancelled() {
            Some(cancellation) => self.is_as_the_airline_says(cancellation),
            None => Ok(()),
        }
    }

    fn is_as_the_airline_says(&self, cancellation: &Cancellation) -> anyhow::Result<()> {
        let (id, refund) = (self.booking.id, cancellation.refund);
        let Some(ended) = &self.order.ended_by else {
            anyhow::bail!("booking {id} is cancelled and its order lives");
        };
        ensure!(cancellation.confirmed_at.is_some(), "nobody says when booking {id} was cancelled");
        if ended.quote_id == cancellation.quote_id {
            let (ours, theirs) = (refund.fare.minor, ended.refund_minor);
            ensure!(ours == theirs, "booking {id}: the airline gives {theirs} back, and we say {ours}");
        }
        let margin = self.booking.total.minor - self.booking.provider_total.minor;
        ensure!(
            [0, margin].contains(&refund.markup.minor),
            "booking {id}: {refund:?} of a margin of {margin}"
        );
        let fare = if refund.to == RefundTo::Card { refund.fare.minor } else { 0 };
        let due = (fare + refund.markup.minor).min(self.booking.total.minor);
        ensure!(refund.to_card.minor == due, "booking {id}: {refund:?} should pay {due} back");
        Ok(())
    }

    /// Its order lives, or is gone rightly: the traveller wanted that, or the airline did it by itself.
    pub fn is_kept_or_given_up(&self) -> bool {
        match &self.order.ended_by {
            None => self.order.live,
            Some(ended) => self.is_by_airline(ended) || self.stage().is_some_and(is_wanted),
        }
    }

    /// In the end: cancelled as wanted, or flown, or a person knows that the airline cancelled it.
    pub fn ends_well(&self) -> anyhow::Result<()> {
        let id = self.booking.id;
        ensure!(self.stage() != Some(Stage::RefundFailed), "booking {id} was never paid back");
        let is_known = self.stage() == Some(Stage::Done) || self.booking.saga.needs_human;
        ensure!(self.order.live || is_known, "nobody knows that booking {id} has lost its order");
        Ok(())
    }

    /// What the agency keeps in the end, in minor units.
    pub fn price(&self) -> i64 {
        let back = if self.stage() == Some(Stage::Done) { self.to_card() } else { 0 };
        self.booking.total.minor - back
    }

    fn is_by_airline(&self, ended: &Ended) -> bool {
        self.booking.cancellation.as_ref().is_none_or(|ours| ours.quote_id != ended.quote_id)
    }

    fn stage(&self) -> Option<Stage> {
        self.booking.cancellation.as_ref().map(|cancellation| cancellation.stage)
    }

    fn to_card(&self) -> i64 {
        self.booking.cancellation.as_ref().map_or(0, |cancellation| cancellation.refund.to_card.minor)
    }
}

fn is_wanted(stage: Stage) -> bool {
    stage.is_confirming() || stage.is_cancelled()
}
