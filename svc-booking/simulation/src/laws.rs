//! What holds at every moment of a run, and what holds at its end. A law that breaks is told in a sentence.

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};
use proto::payments::v1::PaymentStatus;
use serde_json::Value;
use svc_booking::domain::Booking;
use svc_booking::domain::saga::State;

use crate::hosts::payments::Held;
use crate::hosts::shop::{Purchase, Told};
use crate::world::World;

/// One look at all books.
pub struct Stand {
    bookings: Vec<Booking>,
    payments: Vec<Held>,
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
        let books = world.airline.books();
        let orders = books["orders"].as_array().map(Vec::as_slice).unwrap_or_default();
        Self {
            bookings: world.memory.bookings(),
            payments: world.cashier.payments(),
            orders: orders.iter().map(order).collect(),
        }
    }

    /// At every moment.
    pub fn hold(&self) -> anyhow::Result<()> {
        self.one_order_each()?;
        for payment in &self.payments {
            self.money_follows_the_order(payment)?;
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

    fn money_follows_the_order(&self, held: &Held) -> anyhow::Result<()> {
        let payment = &held.payment;
        let has_order = self.has_order(&payment.booking_id);
        match payment.status() {
            PaymentStatus::Captured => {
                ensure!(has_order, "{} is captured and its booking has no live order", payment.id);
            }
            PaymentStatus::Voided if !held.lapsed && !payment.booking_id.is_empty() => {
                ensure!(!has_order, "{} was released and its booking has a live order", payment.id);
            }
            _ => {}
        }
        ensure!(held.refunds.len() <= 1, "{} was paid back more than once", payment.id);
        Ok(())
    }

    fn an_end_is_true(&self, booking: &Booking) -> anyhow::Result<()> {
        let id = booking.id.to_string();
        let payment = self.payments.iter().find(|held| held.payment.booking_id == id);
        let status = payment.map(|held| held.payment.status());
        match booking.saga.state {
            State::Ticketed => {
                ensure!(self.has_order(&id), "booking {id} is ticketed and has no live order");
                ensure!(
                    status == Some(PaymentStatus::Captured),
                    "booking {id} is ticketed and not paid: {status:?}"
                );
            }
            State::Failed => {
                ensure!(!self.has_order(&id), "booking {id} has failed and has a live order");
                let taken = [PaymentStatus::Captured, PaymentStatus::Authorised];
                let free = status.is_none_or(|status| !taken.contains(&status));
                ensure!(free, "booking {id} has failed and holds money: {status:?}");
            }
            _ => {}
        }
        Ok(())
    }

    fn has_order(&self, booking: &str) -> bool {
        self.orders.iter().any(|order| order.live && order.booking == booking)
    }

    /// Every booking has come to its end.
    pub fn has_ended(&self) -> bool {
        self.bookings.iter().all(|booking| booking.saga.state.is_end())
    }

    /// What every book says, for the trace.
    pub fn words(&self) -> Vec<String> {
        let orders = self.orders.iter().map(|order| order.word.clone());
        orders.chain(self.payments.iter().map(Held::word)).collect()
    }

    /// In the end: what buyers were told is so, and nobody's money is held for nothing.
    pub fn ends_well(&self, purchases: &BTreeMap<u32, Purchase>) -> anyhow::Result<()> {
        for (buyer, purchase) in purchases {
            self.was_told_the_truth(purchase).with_context(|| format!("buyer {buyer}"))?;
        }
        let open = self.payments.iter().find(|held| held.payment.status() == PaymentStatus::Authorised);
        ensure!(open.is_none(), "{} is held for nothing", open.map(Held::word).unwrap_or_default());
        Ok(())
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
        let paid = self.payments.iter().find(|held| held.payment.id == purchase.payment_id);
        let taken = paid.is_some_and(|held| held.payment.status() == PaymentStatus::Captured);
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
