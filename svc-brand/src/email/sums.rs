//! A watched price is the price of the results. The web app's pages are held to the same sales
//! (`webapp/src/app/prices.conformance.test.tsx`), and so are the mails of a booking (svc-booking's `email/sums.rs`).

use std::collections::HashMap;

use mail::Letterhead;
use money::{MarkupRate, Money, SalePrice};
use serde::Deserialize;
use time::macros::{date, datetime};
use uuid::Uuid;

use super::watch::{Addressee, Fall, fell};
use crate::domain::watch::{Cabin, Trip};

#[derive(Deserialize)]
struct Case {
    first: Sold,
    later: Sold,
    /// How mails write each sum.
    written: HashMap<String, String>,
}

#[derive(Deserialize)]
struct Sold {
    /// What the airline asks.
    total_amount: String,
    tax_amount: String,
    price: Price,
}

#[derive(Deserialize)]
struct Price {
    amount: String,
    currency: String,
    markup_rate: String,
}

impl Sold {
    /// What a watch takes for the price, of what it has seen the airline ask.
    fn watched(&self) -> Money {
        let [total, tax] = [&self.total_amount, &self.tax_amount]
            .map(|amount| Money::parse(amount, &self.price.currency).unwrap());
        SalePrice::of(total, tax, MarkupRate::parse(&self.price.markup_rate).unwrap()).unwrap().amount
    }
}

fn trip() -> Trip {
    Trip {
        origin: "LHR".to_owned(),
        destination: "JFK".to_owned(),
        departs_on: date!(2027 - 01 - 15),
        returns_on: None,
        cabin: Cabin::Economy,
        adults: 1,
        children: 0,
        infants: 0,
        ages: Vec::new(),
    }
}

#[test]
fn r003_watch05_the_mail_about_a_fall_writes_the_prices_that_all_pages_show() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../../platform/money/prices.json")).unwrap();
    let (look, site) = (Letterhead::of(None), "https://blue.example/".parse().unwrap());
    let to = Addressee { email: "ada@traveller.example", look: &look, site: &site };
    assert!(!cases.is_empty());
    for Case { first, later, written } in cases {
        let fall =
            Fall { before: first.watched(), now: later.watched(), seen_at: datetime!(2026-12-01 9:05 UTC) };
        let mail = fell(to, &trip(), &fall, "t0k3n", Uuid::nil(), 1, false);
        let html = mail.html.unwrap();
        for (sold, sum) in [(&first, fall.before), (&later, fall.now)] {
            assert_eq!(sum.amount(), sold.price.amount);
            let text = &written[&sold.price.amount];
            assert!(mail.text.contains(text) && html.contains(text), "{text} in {}", mail.text);
        }
    }
}
