//! What holds at every moment of a run, and what holds at its end. A law that breaks is told in a sentence.

mod accounts;

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use svc_booking::domain::Booking;
use svc_booking::domain::saga::State;
use svc_payments::domain::Status;

use crate::hosts::shop::{Purchase, Told};
use crate::world::World;
use accounts::Account;

/// One look at all books.
pub struct Stand {
    bookings: Vec<Booking>,
    payments: Vec<Account>,
    orders: Vec<Order>,
}

/// An order as the airline has it, shown or not.
struct Order {
    booking: String,
    request: String,
    live: bool,
    word: String,
}

impl Stand {
    pub fn of(world: &World) -> Self {
        let books = world.providers.books();
        let orders = books["orders"].as_array().map(Vec::as_slice).unwrap_or_default();
        Self {
            bookings: world.memory.bookings(),
            payments: accounts::all(&world.till, &books),
            orders: orders.iter().map(order).collect(),
        }
    }

    /// At every moment.
    pub fn hold(&self) -> anyhow::Result<()> {
        self.one_order_each()?;
        for account in &self.payments {
            account.agrees()?;
            self.money_follows_the_order(account)?;
        }
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

    fn money_follows_the_order(&self, account: &Account) -> anyhow::Result<()> {
        let id = account.payment.id;
        let booking = account.payment.booking_id.map(|id| id.to_string()).unwrap_or_default();
        let has_order = self.has_order(&booking);
        if account.bank.kept() > 0 {
            ensure!(has_order, "{id} is taken and its booking has no live order");
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
                ensure!(self.has_order(&id), "booking {id} is ticketed and has no live order");
                let is_paid = of_booking.any(|it| it.payment.status == Status::Captured);
                ensure!(is_paid, "booking {id} is ticketed and not paid");
            }
            State::Failed => {
                ensure!(!self.has_order(&id), "booking {id} has failed and has a live order");
                let keeping = [Status::Authorised, Status::CaptureSent, Status::Captured];
                let kept = of_booking.find(|it| keeping.contains(&it.payment.status));
                ensure!(kept.is_none(), "booking {id} has failed and keeps {kept:?}");
            }
            _ => {}
        }
        Ok(())
    }

    fn has_order(&self, booking: &str) -> bool {
        self.orders.iter().any(|order| order.live && order.booking == booking)
    }

    /// The bookings and payments that have not come to their end.
    pub fn open(&self) -> Vec<String> {
        let bookings = self.bookings.iter().filter(|booking| !booking.saga.state.is_end());
        let bookings = bookings.map(|booking| format!("booking {} {:?}", booking.id, booking.saga.state));
        let payments = self.payments.iter().filter(|account| account.is_open()).map(Account::word);
        bookings.chain(payments).collect()
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
                Told::Refused { .. } => {}
            }
        }
        confirmed.dedup();
        ensure!(confirmed.len() <= 1, "bought twice: {confirmed:?}");
        let paid = self.payments.iter().find(|it| it.payment.id.to_string() == purchase.payment_id);
        let taken = paid.is_some_and(|account| account.bank.kept() > 0);
        ensure!(taken != confirmed.is_empty(), "money taken: {taken}, told {:?}", purchase.told);
        Ok(())
    }

    fn state_of(&self, booking: &str) -> anyhow::Result<State> {
        let found = self.bookings.iter().find(|it| it.id.to_string() == *booking);
        Ok(found.context("a booking that nobody has")?.saga.state)
    }
}

fn order(order: &Value) -> Order {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let live = order["cancelled_at"].is_null();
    let booking = text(&order["metadata"]["booking_id"]);
    let word = format!("{} {booking} {}", text(&order["id"]), if live { "live" } else { "cancelled" });
    Order { booking, request: text(&order["offer_request_id"]), live, word }
}
