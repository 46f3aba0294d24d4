//! What a trip costs is one sum, written in one way: in both bodies of its mail, on its PDF and in the booking. The web
//! app's pages are held to the same sales (`webapp/src/app/prices.conformance.test.tsx`).

use std::collections::HashMap;

use money::{Currency, Money};
use proptest::prelude::*;
use proto::common::v1 as common;
use proto::flights::v1::{Offer, Price};
use proto::offers::v1::{QuoteOfferResponse, QuotedBag, ServiceSelection};
use service::Mode;
use time::OffsetDateTime;
use time::macros::datetime;

use super::{confirmation, confirmed, failed, refund};
use crate::domain::Booking;
use crate::domain::booking::OrderRef;
use crate::domain::failure::FailureCode;
use crate::domain::party::Traveller;
use crate::domain::saga::{Saga, State};
use crate::itinerary_pdf::testing::facts_of_pdf;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
/// With hundredths, without minor units, with thousandths; with a sign of their own and without one.
const CURRENCIES: [&str; 8] = ["USD", "EUR", "GBP", "JPY", "KRW", "CHF", "KWD", "XOF"];

/// Minor units of what a traveler pays: the agency's fee is a part of the fare.
#[derive(Debug, Clone)]
struct Parts {
    fare: i64,
    fee: i64,
    taxes: i64,
    seats: i64,
    /// With all its pieces, each.
    bags: Vec<i64>,
    currency: Currency,
}

impl Parts {
    fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.currency)
    }

    fn total(&self) -> Money {
        self.money(self.fare + self.fee + self.taxes + self.seats + self.bags.iter().sum::<i64>())
    }

    fn booking(&self, mode: Mode) -> Booking {
        let price = Price {
            base_amount: self.money(self.fare + self.fee).amount(),
            tax_amount: self.money(self.taxes).amount(),
            currency: self.currency.code().to_owned(),
            ..Price::default()
        };
        let booking = booked(mode, price, self.total(), self.money(self.total().minor - self.fee));
        let bags = self.bags.iter().map(|minor| checked_bag(self.money(*minor))).collect();
        Booking { quote: QuoteOfferResponse { bags, ..booking.quote.clone() }, ..booking }
    }
}

/// How the mail names each bag. The PDF breaks the line.
const BAG: &str = "2 checked bags, 23 kg, Ada Byron";

/// Two pieces, at this price together.
fn checked_bag(price: Money) -> QuotedBag {
    let selection =
        ServiceSelection { passenger_id: "pas_1".into(), service_id: "ase_1".into(), quantity: 2 };
    QuotedBag {
        selection: Some(selection),
        kind: "checked".into(),
        weight_kg: Some(23),
        segment_ids: Vec::new(),
        price: Some(common::Money { minor: price.minor, currency: price.currency.to_string() }),
    }
}

fn booked(mode: Mode, price: Price, total: Money, provider_total: Money) -> Booking {
    let offer = Offer { price: Some(price), ..Offer::default() };
    let order =
        OrderRef { id: "ord_1".into(), reference: "RZPNX8".into(), cancellable: true, tickets: Vec::new() };
    Booking {
        mode,
        quote: QuoteOfferResponse { offer: Some(offer), ..QuoteOfferResponse::default() },
        provider_total,
        travellers: vec![Traveller::sample()],
        order: Some(order),
        saga: Saga { state: State::Ticketed, ..Saga::NEW },
        ..Booking::sample(total, NOW)
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    let money = || prop_oneof![Just(0), 1..1_000_i64, 1_000..5_000_000_i64];
    let bags = prop::collection::vec(money(), 0..4);
    (1..20_000_000_i64, money(), money(), money(), bags, prop::sample::select(&CURRENCIES)).prop_map(
        |(fare, fee, taxes, seats, bags, code)| {
            let currency = code.parse().unwrap();
            Parts { fare, fee, taxes, seats, bags, currency }
        },
    )
}

/// A written amount in minor units, read without the code that wrote it.
fn minor_of(written: &str, currency: Currency) -> i64 {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (whole, rest) = written.rsplit_once('.').unwrap_or((written, ""));
    let places = currency.exponent() as usize;
    format!("{}{:0<places$}", digits(whole), digits(rest)).parse().unwrap()
}

/// A sale as svc-offers prices it, and how sums are written. The web app's tests read the same file.
#[derive(serde::Deserialize)]
struct Case {
    first: Sold,
    later: Sold,
    written: HashMap<String, String>,
}

#[derive(serde::Deserialize)]
struct Sold {
    price: SoldPrice,
    with_seats: String,
    with_seats_at_cost: String,
    fee: String,
}

#[derive(serde::Deserialize)]
struct SoldPrice {
    amount: String,
    base_amount: String,
    tax_amount: String,
    currency: String,
}

impl Sold {
    fn booking(&self, mode: Mode) -> Booking {
        let price = Price {
            amount: self.price.amount.clone(),
            base_amount: self.price.base_amount.clone(),
            tax_amount: self.price.tax_amount.clone(),
            currency: self.price.currency.clone(),
            ..Price::default()
        };
        let money = |amount| Money::parse(amount, &self.price.currency).unwrap();
        booked(mode, price, money(&self.with_seats), money(&self.with_seats_at_cost))
    }
}

#[test]
fn r003_mail_and_pdf_write_the_sum_that_all_pages_show() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../../platform/money/prices.json")).unwrap();
    assert!(!cases.is_empty());
    for Case { first, later, written } in cases {
        for sold in [first, later] {
            let total = &written[&sold.with_seats];
            let booking = sold.booking(Mode::Live);
            let mail = confirmed(&booking, None, "").unwrap();
            let line = format!("\nTotal charged: {total}\n");
            assert!(
                mail.text.contains(&line) && confirmation(&booking).contains(&line),
                "{line}{}",
                mail.text
            );
            let cell = format!(">Total charged</th><td><strong>{total}</strong></td>");
            assert!(mail.html.contains(&cell), "{cell} in {}", mail.html);
            let fact = ("Total charged".to_owned(), total.clone());
            assert!(facts_of_pdf(&booking).contains(&fact), "{fact:?}");
            let fee = written.get(&sold.fee).map(|fee| format!("Includes our {fee} booking fee"));
            let names_fee =
                |body: &str| fee.as_ref().map_or(!body.contains("Includes our"), |fee| body.contains(fee));
            assert!(names_fee(&mail.text) && names_fee(&mail.html), "{fee:?} in {}", mail.text);
            fails_with(booking, total);
        }
    }
}

/// A booking that failed was for the same sum, which goes back.
fn fails_with(booking: Booking, total: &str) {
    let saga = Saga { state: State::Failed, failure: Some(FailureCode::BookingFailed), ..Saga::NEW };
    let booking = Booking { saga: Saga { money_taken: true, ..saga }, ..booking };
    let mail = failed(&booking, NOW).unwrap();
    for body in [mail.text, mail.html] {
        assert!(
            body.contains(&format!(" for {total}.")) && body.contains(&format!("refunded {total}.")),
            "{body}"
        );
    }
    let subject = refund::came_back(&booking).unwrap().mail.subject;
    assert_eq!(subject, format!("Your refund of {total} did not reach your card"));
}

proptest! {
    #[test]
    fn r003_the_total_is_one_sum_in_the_mail_on_the_pdf_and_of_the_booking(parts in parts()) {
        for (mode, label) in [(Mode::Live, "Total charged"), (Mode::Test, "Total")] {
            let booking = parts.booking(mode);
            let mail = confirmed(&booking, None, "").unwrap();
            let on_pdf = facts_of_pdf(&booking);
            let total = on_pdf.iter().find(|(name, _)| name == label).map(|(_, sum)| sum.clone()).unwrap();

            prop_assert_eq!(minor_of(&total, parts.currency), booking.total.minor, "{}", total);
            let page = confirmation(&booking);
            for body in [&mail.text, &page] {
                prop_assert!(body.contains(&format!("\n{label}: {total}\n")), "{} in {}", total, body);
            }
            let row = format!(">{label}</th><td><strong>{total}</strong></td>");
            prop_assert!(mail.html.contains(&row), "{} in {}", row, mail.html);
        }
    }

    #[test]
    fn r003_bag05_what_the_mail_and_the_pdf_list_adds_up_to_the_total(parts in parts()) {
        let booking = parts.booking(Mode::Live);
        let mail = confirmed(&booking, None, "").unwrap();
        let names = ["Base fare", "Taxes and fees", "Seats", BAG];
        let full = |name: &str| names.into_iter().find(|full| !name.is_empty() && full.starts_with(name));
        let facts = facts_of_pdf(&booking).into_iter();
        let listed: Vec<_> = facts.filter_map(|(name, sum)| Some((full(&name)?, sum))).collect();

        let sum: i64 = listed.iter().map(|(_, sum)| minor_of(sum, parts.currency)).sum();
        prop_assert_eq!(sum, booking.total.minor, "{:?}", listed);
        let bags = listed.iter().filter(|(name, _)| *name == BAG).count();
        prop_assert_eq!(bags, parts.bags.len(), "each on a line of its own: {:?}", listed);
        for (name, sum) in &listed {
            let (line, row) = (format!("\n{name}: {sum}\n"), format!(">{name}</th><td>{sum}</td>"));
            prop_assert!(mail.text.contains(&line), "{} in {}", line, mail.text);
            prop_assert!(mail.html.contains(&row), "{} in {}", row, mail.html);
        }
        let fee = "Includes our ";
        prop_assert_eq!((mail.text.contains(fee), mail.html.contains(fee)), (parts.fee > 0, parts.fee > 0));
        if let Some((_, rest)) = mail.html.split_once(fee) {
            let written = rest.split(" booking fee").next().unwrap();
            prop_assert_eq!(minor_of(written, parts.currency), parts.fee);
            let included = format!("{fee}{written} booking fee");
            prop_assert!(mail.text.contains(&included), "{} in {}", included, mail.text);
        }
    }
}
