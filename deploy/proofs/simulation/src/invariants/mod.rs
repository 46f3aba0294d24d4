//! What holds at every moment of a run, and what holds at its end. A law that breaks is told in a sentence.

mod accounts;
mod cancellations;
mod orders;

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};
use svc_booking::domain::cancellation::Stage;
use svc_booking::domain::saga::State;
use svc_booking::domain::{Booking, FailureCode};
use svc_payments::domain::Status;

use crate::receipts::{Purchase, Told};
use crate::world::World;
use accounts::Account;
use cancellations::Trip;
use orders::Order;

/// One look at all books.
pub struct Snapshot {
    bookings: Vec<Booking>,
    payments: Vec<Account>,
    orders: Vec<Order>,
}

impl Snapshot {
    pub fn of(world: &World) -> Self {
        let books = world.providers.books();
        Self {
            bookings: world.memory.bookings(),
            payments: accounts::all(&world.memory_payments, &books),
            orders: orders::all(&books),
        }
    }

    /// At every moment.
    pub fn hold(&self) -> anyhow::Result<()> {
        self.one_order_each()?;
        self.one_hold_each()?;
        for account in &self.payments {
            account.agrees()?;
            self.money_follows_the_order(account)?;
        }
        self.trips().try_for_each(|trip| trip.is_paid_back_as_promised())?;
        self.bookings.iter().try_for_each(|booking| self.an_end_is_true(booking))
    }

    /// Nothing a booking does leads to two live orders, and nothing two buyers of one search do.
    fn one_order_each(&self) -> anyhow::Result<()> {
        let (mut of_booking, mut of_request) = (BTreeMap::new(), BTreeMap::new());
        for order in self.orders.iter().filter(|order| order.live) {
            *of_booking.entry(&order.booking).or_insert(0) += 1;
            *of_request.entry(&order.request).or_insert(0) += 1;
        }
        for (counts, of) in [(of_booking, "booking"), (of_request, "offer request")] {
            if let Some((id, count)) = counts.into_iter().find(|(_, count)| *count > 1) {
                bail!("{of} {id} has {count} live orders");
            }
        }
        Ok(())
    }

    /// The buyer of an offer pays once, however often card and purchase are sent. What is just given back may
    /// still be held beside another card's.
    fn one_hold_each(&self) -> anyhow::Result<()> {
        let mut paid = BTreeMap::new();
        let is_kept =
            |account: &&Account| account.payment.status != Status::VoidSent && account.bank.has_money();
        for Account { payment, .. } in self.payments.iter().filter(is_kept) {
            if let Some(other) = paid.insert((&payment.principal, &payment.offer_id), payment.id) {
                bail!("{other} and {} both pay for what one buyer buys", payment.id);
            }
        }
        Ok(())
    }

    fn money_follows_the_order(&self, account: &Account) -> anyhow::Result<()> {
        let id = account.payment.id;
        let booking = account.payment.booking_id.map(|id| id.to_string()).unwrap_or_default();
        let has_order = self.has_order(&booking);
        if account.bank.kept() > 0 {
            let is_given_up =
                self.trips().any(|trip| trip.account.payment.id == id && trip.is_kept_or_given_up());
            ensure!(has_order || is_given_up, "{id} is taken and its booking has no live order");
        }
        if has_order {
            ensure!(account.bank.backs_an_order(), "{id} never held the money for the order of its booking");
        }
        if account.bank.was_released && !booking.is_empty() {
            ensure!(!has_order, "{id} was released and its booking has a live order");
        }
        Ok(())
    }

    fn an_end_is_true(&self, booking: &Booking) -> anyhow::Result<()> {
        let id = booking.id.to_string();
        let mut of_booking = self.payments.iter().filter(|it| it.payment.booking_id == Some(booking.id));
        match booking.saga.state {
            State::Ticketed => {
                let is_paid = of_booking.any(|it| it.payment.status == Status::Captured);
                ensure!(is_paid, "booking {id} is ticketed and not paid");
                let is_right =
                    self.trips().any(|trip| trip.booking.id == booking.id && trip.is_kept_or_given_up());
                ensure!(is_right, "booking {id} is ticketed and has no live order");
            }
            State::Failed => {
                ensure!(!self.has_order(&id), "booking {id} has failed and has a live order");
                let keeping = [Status::Authorised, Status::CaptureSent, Status::Captured];
                let kept = of_booking.find(|it| keeping.contains(&it.payment.status));
                ensure!(kept.is_none(), "booking {id} has failed and keeps {kept:?}");
                let is_blamed = lost_a_bag(booking) && booking.quote.bags.is_empty();
                ensure!(!is_blamed, "booking {id} has failed for a bag and has none");
            }
            _ => {}
        }
        Ok(())
    }

    fn has_order(&self, booking: &str) -> bool {
        self.orders.iter().any(|order| order.live && order.booking == booking)
    }

    /// Bookings with their order and their payment, as soon as there are both and the money is taken.
    fn trips(&self) -> impl Iterator<Item = Trip<'_>> {
        self.bookings.iter().filter_map(|booking| {
            let id = booking.id.to_string();
            let order =
                self.orders.iter().filter(|order| order.booking == id).max_by_key(|order| order.live)?;
            let mut of_booking = self.payments.iter().filter(|it| it.payment.booking_id == Some(booking.id));
            let account = of_booking.find(|it| it.payment.status == Status::Captured)?;
            Some(Trip { booking, order, account })
        })
    }

    /// The bookings and payments that have not come to their end.
    pub fn open(&self) -> Vec<String> {
        let bookings = self.bookings.iter().filter(|booking| is_under_way(booking));
        let word = |it: &Booking| format!("booking {} {:?} {:?}", it.id, it.saga.state, stage_of(it));
        let bookings = bookings.map(word);
        let payments = self.payments.iter().filter(|account| account.is_open()).map(Account::word);
        bookings.chain(payments).collect()
    }

    /// How many bookings failed because the airline had withdrawn a bag.
    pub fn lost_bags(&self) -> usize {
        self.bookings.iter().filter(|booking| lost_a_bag(booking)).count()
    }

    /// What every book says, for the trace.
    pub fn words(&self) -> Vec<String> {
        let orders = self.orders.iter().map(|order| order.word.clone());
        orders.chain(self.payments.iter().map(Account::word)).collect()
    }

    /// In the end: what buyers were told is so, and nobody's money is held for nothing.
    pub fn ends_well(&self, purchases: &BTreeMap<u32, Purchase>) -> anyhow::Result<()> {
        for (buyer, purchase) in purchases {
            self.was_told_the_truth(purchase).with_context(|| format!("buyer {buyer}"))?;
        }
        self.trips().try_for_each(|trip| trip.ends_well())?;
        self.payments.iter().try_for_each(Account::is_balanced)
    }

    fn was_told_the_truth(&self, purchase: &Purchase) -> anyhow::Result<()> {
        let mut confirmed = Vec::new();
        for told in &purchase.told {
            match told {
                Told::Confirmed { booking } => {
                    ensure!(self.state_of(booking)? == State::Ticketed, "{booking} was told confirmed");
                    confirmed.push(booking);
                }
                Told::Failed { booking } => {
                    ensure!(self.state_of(booking)? == State::Failed, "{booking} was told failed");
                }
                Told::Cancelled { booking, shown, refund } => {
                    let done = self.refund_of(booking);
                    ensure!(done == Some(*refund), "{booking}: {done:?} went back, and {refund} was told");
                    ensure!(refund >= shown, "{booking}: {refund} went back, and {shown} was shown");
                }
                Told::Refused { .. } | Told::NotCancellable { .. } => {}
            }
        }
        confirmed.dedup();
        ensure!(confirmed.len() <= 1, "bought twice: {confirmed:?}");
        let paid = self.payments.iter().find(|it| it.payment.id.to_string() == purchase.payment_id);
        let taken = paid.map_or(0, |account| account.bank.kept());
        if let Some(holder) = purchase.asked.filter(|holder| !holder.may_pass()) {
            let charged = paid.is_some_and(|account| account.bank.was_charged());
            ensure!(!charged, "the bank asked, the holder ({holder:?}) never agreed, and was charged");
        }
        let due = confirmed.first().map_or(0, |booking| self.price_of(booking));
        ensure!(taken == due, "{taken} taken of {due}, told {:?}", purchase.told);
        Ok(())
    }

    /// What went back to the card when a trip was cancelled, in minor units.
    fn refund_of(&self, booking: &str) -> Option<i64> {
        let trip = self.trips().find(|trip| trip.booking.id.to_string() == *booking)?;
        let is_done = stage_of(trip.booking) == Some(Stage::Done);
        is_done.then_some(trip.account.bank.paid_back)
    }

    fn price_of(&self, booking: &str) -> i64 {
        self.trips().find(|trip| trip.booking.id.to_string() == *booking).map_or(0, |trip| trip.price())
    }

    fn state_of(&self, booking: &str) -> anyhow::Result<State> {
        let found = self.bookings.iter().find(|it| it.id.to_string() == *booking);
        Ok(found.context("a booking that nobody has")?.saga.state)
    }
}

/// Bought, or cancelled, and not at its end.
fn is_under_way(booking: &Booking) -> bool {
    !booking.saga.state.is_end() || stage_of(booking).is_some_and(Stage::is_under_way)
}

fn lost_a_bag(booking: &Booking) -> bool {
    booking.saga.failure == Some(FailureCode::BagUnavailable)
}

fn stage_of(booking: &Booking) -> Option<Stage> {
    booking.cancellation.as_ref().map(|cancellation| cancellation.stage)
}
