//! What a trip costs is one sum, written in one way: in both bodies of its mail, on its PDF and in the booking.

use money::{Currency, Money};
use proptest::prelude::*;
use proto::flights::v1::{Offer, Price};
use proto::offers::v1::QuoteOfferResponse;
use service::Mode;
use time::OffsetDateTime;
use time::macros::datetime;

use super::{confirmation, confirmed};
use crate::domain::Booking;
use crate::domain::booking::OrderRef;
use crate::domain::party::{Gender, Kind, Title, Traveller};
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
    currency: Currency,
}

impl Parts {
    fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.currency)
    }

    fn total(&self) -> Money {
        self.money(self.fare + self.fee + self.taxes + self.seats)
    }

    fn offer(&self) -> Offer {
        let price = Price {
            base_amount: self.money(self.fare + self.fee).amount(),
            tax_amount: self.money(self.taxes).amount(),
            currency: self.currency.code().to_owned(),
            ..Price::default()
        };
        Offer { price: Some(price), ..Offer::default() }
    }

    fn booking(&self, mode: Mode) -> Booking {
        let total = self.total();
        let order = OrderRef {
            id: "ord_1".into(),
            reference: "RZPNX8".into(),
            cancellable: true,
            tickets: Vec::new(),
        };
        Booking {
            mode,
            quote: QuoteOfferResponse { offer: Some(self.offer()), ..QuoteOfferResponse::default() },
            provider_total: self.money(total.minor - self.fee),
            travellers: vec![traveller()],
            order: Some(order),
            saga: Saga { state: State::Ticketed, ..Saga::NEW },
            ..Booking::sample(total, NOW)
        }
    }
}

fn traveller() -> Traveller {
    Traveller {
        passenger_id: "pas_1".into(),
        kind: Kind::Adult,
        title: Title::Ms,
        gender: Gender::Female,
        given_name: "Ada".into(),
        family_name: "Byron".into(),
        born_on: None,
        email: "ada@traveller.example".into(),
        phone: "+12025550143".into(),
        passport: None,
        infant_id: None,
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    let money = || prop_oneof![Just(0), 1..1_000_i64, 1_000..5_000_000_i64];
    (1..20_000_000_i64, money(), money(), money(), prop::sample::select(&CURRENCIES)).prop_map(
        |(fare, fee, taxes, seats, code)| Parts { fare, fee, taxes, seats, currency: code.parse().unwrap() },
    )
}

/// The sum of a written amount in minor units, read without the code that wrote it.
fn minor_of(written: &str) -> i64 {
    written.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

proptest! {
    #[test]
    fn r003_the_total_is_one_sum_in_the_mail_on_the_pdf_and_of_the_booking(parts in parts()) {
        for (mode, label) in [(Mode::Live, "Total charged"), (Mode::Test, "Total")] {
            let booking = parts.booking(mode);
            let mail = confirmed(&booking, None, "").unwrap();
            let on_pdf = facts_of_pdf(&booking);
            let total = on_pdf.iter().find(|(name, _)| name == label).map(|(_, sum)| sum.clone()).unwrap();

            prop_assert_eq!(minor_of(&total), booking.total.minor, "{}", total);
            let page = confirmation(&booking);
            for body in [&mail.text, &page] {
                prop_assert!(body.contains(&format!("\n{label}: {total}\n")), "{} in {}", total, body);
            }
            let row = format!(">{label}</th><td><strong>{total}</strong></td>");
            prop_assert!(mail.html.contains(&row), "{} in {}", row, mail.html);
        }
    }

    #[test]
    fn r003_what_the_mail_and_the_pdf_list_adds_up_to_the_total(parts in parts()) {
        let booking = parts.booking(Mode::Live);
        let mail = confirmed(&booking, None, "").unwrap();
        let names = ["Base fare", "Taxes and fees", "Seats"];
        let listed: Vec<_> =
            facts_of_pdf(&booking).into_iter().filter(|(name, _)| names.contains(&name.as_str())).collect();

        let sum: i64 = listed.iter().map(|(_, sum)| minor_of(sum)).sum();
        prop_assert_eq!(sum, booking.total.minor, "{:?}", listed);
        for (name, sum) in &listed {
            let (line, row) = (format!("\n{name}: {sum}\n"), format!(">{name}</th><td>{sum}</td>"));
            prop_assert!(mail.text.contains(&line), "{} in {}", line, mail.text);
            prop_assert!(mail.html.contains(&row), "{} in {}", row, mail.html);
        }
        let fee = "Includes our ";
        prop_assert_eq!((mail.text.contains(fee), mail.html.contains(fee)), (parts.fee > 0, parts.fee > 0));
        if let Some((_, rest)) = mail.html.split_once(fee) {
            let written = rest.split(" booking fee").next().unwrap();
            prop_assert_eq!(minor_of(written), parts.fee);
            let included = format!("{fee}{written} booking fee");
            prop_assert!(mail.text.contains(&included), "{} in {}", included, mail.text);
        }
    }
}
