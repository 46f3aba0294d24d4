//! What has to agree between the books. Each rule is one way in which a booking could be lost, doubled, half paid or left
//! without its guest's account.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::{Booking, Books, Intent, Order, Payment};

impl Books {
    /// Every disagreement, in words. `acknowledged` are all bookings that somebody was told of.
    pub fn misses(&self, acknowledged: &[Uuid]) -> Vec<String> {
        let mut misses = self.disagreements(acknowledged);
        misses.extend(self.ours.bookings.iter().filter_map(|booking| untold(booking, acknowledged)));
        misses
    }

    /// The same, where more bookings may stand than `acknowledged`.
    pub fn disagreements(&self, acknowledged: &[Uuid]) -> Vec<String> {
        let bookings: BTreeMap<_, _> = self.ours.bookings.iter().map(|it| (it.id.to_string(), it)).collect();
        let mut misses: Vec<String> = Vec::new();
        misses.extend(self.theirs.orders.iter().filter_map(|order| unowned(order, &bookings)));
        misses.extend(self.doubled());
        misses.extend(self.ours.bookings.iter().filter_map(|booking| self.unlike(booking)));
        misses.extend(self.ours.payments.iter().filter_map(|payment| self.unpaid(payment, &bookings)));
        misses.extend(self.theirs.payment_intents.iter().filter_map(|intent| self.unknown_money(intent)));
        misses.extend(acknowledged.iter().filter_map(|id| forgotten(*id, &bookings)));
        let (ours, theirs) = (self.ours.taken(), self.theirs.taken());
        misses.extend(
            (ours != theirs).then(|| format!("we have {ours} cents, the card provider took {theirs}")),
        );
        misses
    }

    fn doubled(&self) -> impl Iterator<Item = String> {
        let mut sold: BTreeMap<&str, usize> = BTreeMap::new();
        for order in self.theirs.orders.iter().filter(|order| order.stands()) {
            *sold.entry(&order.offer_request_id).or_default() += 1;
        }
        let doubled = sold.into_iter().filter(|(_, orders)| *orders > 1);
        doubled.map(|(request, orders)| format!("{request} was sold {orders} times"))
    }

    /// A booking that does not stand as its state says.
    fn unlike(&self, booking: &Booking) -> Option<String> {
        let id = booking.id;
        if booking.ends != 1 {
            return Some(format!("booking {id} came to its end {} times", booking.ends));
        }
        let order =
            self.theirs.orders.iter().find(|order| order.stands() && order.booking() == id.to_string());
        let paid = self.ours.payments.iter().filter(|payment| payment.booking_id == Some(id));
        let paid: i64 = paid.map(|payment| payment.captured_minor - payment.refunded_minor).sum();
        match (booking.state.as_str(), order) {
            ("TICKETED", Some(order)) if booking.paid_back_minor.is_some() => {
                Some(format!("booking {id} is cancelled, its order {} stands", order.id))
            }
            ("TICKETED", None) if booking.paid_back_minor.is_none() => {
                Some(format!("booking {id} is ticketed and has no order"))
            }
            ("TICKETED", Some(order)) if booking.order_id.as_ref() != Some(&order.id) => {
                Some(format!("booking {id} names {:?}, its order is {}", booking.order_id, order.id))
            }
            ("TICKETED", _) if paid != booking.costs() => {
                Some(format!("booking {id} costs {} cents, {paid} are paid", booking.costs()))
            }
            ("FAILED", _) if paid != 0 => Some(format!("booking {id} failed, {paid} cents are paid")),
            _ if booking.lacks_account => Some(format!("booking {id} was refused its guest's account")),
            ("TICKETED" | "FAILED", _) => None,
            (state, _) => Some(format!("booking {id} is still {state}")),
        }
    }

    /// A payment that is not what the card provider has, or belongs to an end that it does not fit.
    fn unpaid(&self, payment: &Payment, bookings: &BTreeMap<String, &Booking>) -> Option<String> {
        let (id, status) = (payment.id, payment.status.as_str());
        let owner = payment.booking_id.and_then(|booking| bookings.get(&booking.to_string()));
        if status == "authorised" && owner.is_some() {
            return Some(format!("payment {id} is held for a booking that has ended"));
        }
        let intent = self.theirs.payment_intents.iter().find(|it| Some(&it.id) == payment.intent_id.as_ref());
        let theirs = intent.map_or((0, 0), |intent| (intent.amount_capturable, intent.amount_received));
        let expected = match status {
            "authorised" => (payment.amount_minor, 0),
            "captured" => (0, payment.captured_minor),
            _ => (0, 0),
        };
        (theirs != expected)
            .then(|| format!("payment {id} is {status}: held and taken are {theirs:?}, not {expected:?}"))
    }

    /// Money that no payment of ours knows of.
    fn unknown_money(&self, intent: &Intent) -> Option<String> {
        let is_ours = self.ours.payments.iter().any(|payment| payment.intent_id.as_ref() == Some(&intent.id));
        let has_money = intent.amount_capturable + intent.amount_received != 0;
        (has_money && !is_ours).then(|| format!("{} is {} and no payment of ours", intent.id, intent.status))
    }
}

/// An order that stands for a booking which does not.
fn unowned(order: &Order, bookings: &BTreeMap<String, &Booking>) -> Option<String> {
    let booking = bookings.get(order.booking());
    let fits = booking.is_some_and(|booking| booking.state == "TICKETED");
    let state = booking.map_or("unknown", |booking| booking.state.as_str());
    (order.stands() && !fits).then(|| format!("order {} stands, its booking is {state}", order.id))
}

/// A booking that somebody was told of and that is none.
fn forgotten(id: Uuid, bookings: &BTreeMap<String, &Booking>) -> Option<String> {
    let state = bookings.get(&id.to_string()).map_or("unknown", |booking| booking.state.as_str());
    (state != "TICKETED").then(|| format!("booking {id} was told as confirmed and is {state}"))
}

/// A trip whose traveller was told otherwise, or nothing.
fn untold(booking: &Booking, acknowledged: &[Uuid]) -> Option<String> {
    let is_untold = booking.state == "TICKETED" && !acknowledged.contains(&booking.id);
    is_untold.then(|| format!("booking {} is ticketed, and nobody was told so", booking.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::theirs::Charge;
    use crate::books::{Listed, Ours, Theirs};

    const PRICE: i64 = 12_300;

    /// One booking that was sold and paid.
    fn good() -> Books {
        let (id, intent_id) = (Uuid::from_u128(1), "pi_1".to_owned());
        let booking = Booking {
            id,
            state: "TICKETED".to_owned(),
            order_id: Some("ord_1".to_owned()),
            price_minor: PRICE,
            paid_back_minor: None,
            ends: 1,
            lacks_account: false,
        };
        let payment = Payment {
            id: Uuid::from_u128(2),
            status: "captured".to_owned(),
            booking_id: Some(id),
            intent_id: Some(intent_id.clone()),
            amount_minor: PRICE,
            captured_minor: PRICE,
            refunded_minor: 0,
        };
        let order = Order {
            id: "ord_1".to_owned(),
            offer_request_id: "orq_1".to_owned(),
            metadata: [("booking_id".to_owned(), id.to_string())].into(),
            cancelled_at: None,
        };
        let intent = Intent {
            id: intent_id,
            status: "succeeded".to_owned(),
            amount_capturable: 0,
            amount_received: PRICE,
        };
        let charge = Charge { payment_intent: "pi_1".to_owned(), amount_captured: PRICE, amount_refunded: 0 };
        Books {
            ours: Ours { bookings: vec![booking], payments: vec![payment] },
            theirs: Theirs { orders: vec![order], payment_intents: vec![intent], charges: vec![charge] },
        }
    }

    #[test]
    fn books_that_agree_have_no_miss() {
        assert_eq!(good().misses(&[Uuid::from_u128(1)]), Vec::<String>::new());
    }

    #[test]
    fn every_way_to_lose_double_or_half_pay_is_found() {
        type Spoil = fn(&mut Books);
        let table: [(&str, Spoil); 13] = [
            ("has no order", |books| books.theirs.orders.clear()),
            ("was sold 2 times", |books| books.theirs.orders.push(books.theirs.orders[0].clone())),
            ("its order is", |books| books.ours.bookings[0].order_id = Some("ord_2".to_owned())),
            ("0 are paid", |books| books.ours.payments[0].booking_id = None),
            ("and no payment of ours", |books| books.ours.payments.clear()),
            ("cents, the card provider took", |books| books.theirs.charges[0].amount_refunded = 1),
            ("held and taken are", |books| books.theirs.payment_intents[0].amount_received = 1),
            ("stands, its booking is FAILED", |books| books.ours.bookings[0].state = "FAILED".to_owned()),
            ("is still CAPTURE_SENT", |books| books.ours.bookings[0].state = "CAPTURE_SENT".to_owned()),
            ("is cancelled, its order", |books| books.ours.bookings[0].paid_back_minor = Some(PRICE)),
            ("came to its end 2 times", |books| books.ours.bookings[0].ends = 2),
            ("was refused its guest's account", |books| books.ours.bookings[0].lacks_account = true),
            ("was told as confirmed and is unknown", |books| books.ours.bookings.clear()),
        ];
        for (expected, spoil) in table {
            let mut books = good();
            spoil(&mut books);
            let misses = books.misses(&[Uuid::from_u128(1)]);
            assert!(misses.iter().any(|miss| miss.contains(expected)), "{expected}: {misses:?}");
        }
    }

    #[test]
    fn a_trip_that_is_cancelled_has_no_order_and_is_paid_back_to_the_cent() {
        let cancelled = |refunded_minor| {
            let mut books = good();
            books.theirs.orders[0].cancelled_at = Some("2026-03-01".to_owned());
            books.theirs.charges[0].amount_refunded = refunded_minor;
            books.ours.bookings[0].paid_back_minor = Some(100);
            books.ours.payments[0].refunded_minor = refunded_minor;
            books.misses(&[Uuid::from_u128(1)])
        };

        assert_eq!(cancelled(100), Vec::<String>::new());
        assert!(cancelled(99)[0].contains("costs 12200 cents, 12201 are paid"), "{:?}", cancelled(99));
    }

    #[test]
    fn what_is_listed_after_a_restore_is_out_of_the_comparison_and_nothing_else_is() {
        let lost = || {
            let mut books = good();
            books.ours = Ours::default();
            books
        };
        let booking = Uuid::from_u128(1).to_string();
        let listed = Listed {
            bookings: [booking].into(),
            orders: ["ord_1".to_owned()].into(),
            intents: ["pi_1".to_owned()].into(),
        };
        let misses_with = |listed: &Listed, mut books: Books| {
            books.set_aside(listed);
            books.misses(&[]).len()
        };

        assert_eq!(misses_with(&listed, lost()), 0);
        assert_eq!(misses_with(&Listed { intents: [].into(), ..listed }, lost()), 2, "its money and the sum");
        assert_eq!(misses_with(&Listed::default(), lost()), 3, "its order as well");
    }

    #[test]
    fn a_trip_that_nobody_was_told_of_is_found() {
        assert!(good().misses(&[]).iter().any(|miss| miss.contains("nobody was told so")));
    }

    #[test]
    fn a_hold_for_a_booking_that_has_ended_is_found() {
        let mut books = good();
        books.ours.payments[0].status = "authorised".to_owned();

        assert!(books.misses(&[]).iter().any(|miss| miss.contains("is held for a booking that has ended")));
    }
}
