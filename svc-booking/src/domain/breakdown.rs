//! What a cancellation keeps and gives back of what was paid, line by line: the one rule behind page and mail.

use money::{Error, Money};

use super::Booking;
use super::paid::Paid;
use super::refund::Refund;

/// What a line was paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Fare,
    Taxes,
    Seats,
    Bags,
    ServiceFee,
    /// Fare, taxes, seats and bags where the airline keeps some of them: it does not say of which.
    Airline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub part: Part,
    /// Above zero.
    pub amount: Money,
    /// If false, the amount goes back to the card.
    pub kept: bool,
}

/// All sums are in the currency of the booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakdown {
    /// The kept lines add up to `kept`, the others to `refunded`.
    pub lines: Vec<Line>,
    /// What the traveller gets back neither as money nor as credit.
    pub kept: Money,
    /// The airline's share of `kept`; the rest is our service fee.
    pub kept_by_airline: Money,
    /// What goes back to the card.
    pub refunded: Money,
    /// What the airline gives in place of money. It has no lines.
    pub credit: Option<Money>,
}

impl Breakdown {
    /// Breaks down the refund of a booking, quoted or done. Fails on sums in two currencies, or out of range.
    pub fn of(booking: &Booking, refund: &Refund) -> Result<Self, Error> {
        let (total, credit) = (booking.total, refund.credit());
        let given_back = refund.to_card.checked_add(credit.unwrap_or(Money::zero(total.currency)))?;
        let kept = total.rest_without(given_back)?;
        let service_fee = total.rest_without(booking.provider_total)?;
        let kept_fee = service_fee.rest_without(refund.markup)?.at_most(kept)?;
        let kept_by_airline = kept.checked_sub(kept_fee)?;
        let refunded_fee = refund.markup.at_most(refund.to_card)?;
        let refunded_by_airline = refund.to_card.checked_sub(refunded_fee)?;
        let sides = [(true, kept_by_airline, kept_fee), (false, refunded_by_airline, refunded_fee)];
        let lines = sides.into_iter().flat_map(|(kept, airlines, fee)| {
            let parts = airlines_parts(booking, airlines).into_iter().chain([(Part::ServiceFee, fee)]);
            parts.map(move |(part, amount)| Line { part, amount, kept })
        });
        Ok(Self {
            lines: lines.filter(|line| line.amount.minor > 0).collect(),
            kept,
            kept_by_airline,
            refunded: refund.to_card,
            credit,
        })
    }
}

/// What a sum of the airline's is made of. Only all that it was paid can be divided.
fn airlines_parts(booking: &Booking, amount: Money) -> Vec<(Part, Money)> {
    match Paid::of(booking).filter(|_| amount == booking.provider_total) {
        Some(paid) => vec![
            (Part::Fare, paid.fare),
            (Part::Taxes, paid.taxes),
            (Part::Seats, paid.seats),
            (Part::Bags, paid.bags),
        ],
        None => vec![(Part::Airline, amount)],
    }
}

#[cfg(test)]
mod tests {
    use proto::common::v1 as common;
    use proto::flights::v1::{Offer, Price};
    use proto::offers::v1::{QuoteOfferResponse, QuotedBag};
    use time::{Duration, OffsetDateTime};

    use super::Part::{Airline, Bags, Fare, Seats, ServiceFee, Taxes};
    use super::*;
    use crate::domain::refund::RefundTo;

    fn usd(minor: i64) -> Money {
        Money::new(minor, "USD".parse().unwrap())
    }

    /// 70 of fare, 20 of taxes and 10 of seats to the airline, 23 to us.
    fn booked() -> Booking {
        let price = Price {
            base_amount: "93".into(),
            tax_amount: "20".into(),
            currency: "USD".into(),
            ..Price::default()
        };
        let offer = Some(Offer { price: Some(price), ..Offer::default() });
        Booking {
            provider_total: usd(10_000),
            quote: QuoteOfferResponse { offer, ..QuoteOfferResponse::default() },
            ..Booking::sample(usd(12_300), OffsetDateTime::UNIX_EPOCH)
        }
    }

    fn bag(minor: i64, currency: &str) -> QuotedBag {
        let price = Some(common::Money { minor, currency: currency.into() });
        QuotedBag { price, ..QuotedBag::default() }
    }

    /// The same, of which 10 are 4 for seats and 6 for two bags.
    fn booked_with_bags() -> Booking {
        let mut booking = booked();
        booking.quote.bags = vec![bag(200, "USD"), bag(400, "USD")];
        booking
    }

    fn broken_down(booking: &Booking, airline: i64, to: RefundTo, hours: i64) -> Breakdown {
        let booked_for = Duration::hours(hours);
        let refund = Refund::of(booking.total, booking.provider_total, usd(airline), to, booked_for).unwrap();
        Breakdown::of(booking, &refund).unwrap()
    }

    /// In whole dollars.
    fn side(breakdown: &Breakdown, kept: bool) -> Vec<(Part, i64)> {
        let lines = breakdown.lines.iter().filter(|line| line.kept == kept);
        lines.map(|line| (line.part, line.amount.minor / 100)).collect()
    }

    #[test]
    fn r037_each_part_is_named_where_it_was_kept_or_refunded_and_the_lines_add_up() {
        let all = [(Fare, 70), (Taxes, 20), (Seats, 10)];
        let fee = [(ServiceFee, 23)];
        let airlines = |amount| vec![(Airline, amount)];
        let with_fee = |parts: &[(Part, i64)]| [parts, &fee[..]].concat();
        let table = [
            (10_000, RefundTo::Card, 1, vec![], with_fee(&all)),
            (10_000, RefundTo::Card, 25, fee.to_vec(), all.to_vec()),
            (6_000, RefundTo::Card, 1, airlines(40), with_fee(&airlines(60))),
            (6_000, RefundTo::Card, 25, with_fee(&airlines(40)), airlines(60)),
            (0, RefundTo::Card, 1, all.to_vec(), fee.to_vec()),
            (0, RefundTo::Card, 25, with_fee(&all), vec![]),
            (6_000, RefundTo::Voucher, 1, airlines(40), fee.to_vec()),
            (10_000, RefundTo::AirlineCredits, 25, fee.to_vec(), vec![]),
            // Never more than was captured.
            (15_000, RefundTo::Card, 1, vec![], with_fee(&all)),
        ];
        for (airline, to, hours, kept, refunded) in table {
            let breakdown = broken_down(&booked(), airline, to, hours);
            let of = format!("{airline} {to:?} after {hours} h");
            assert_eq!((side(&breakdown, true), side(&breakdown, false)), (kept, refunded), "{of}");

            let sum = |kept| {
                let lines = breakdown.lines.iter().filter(|line| line.kept == kept);
                Money::sum(usd(0).currency, lines.map(|line| line.amount))
            };
            assert_eq!((sum(true), sum(false)), (Ok(breakdown.kept), Ok(breakdown.refunded)), "{of}");
            let credit = breakdown.credit.map_or(0, |credit| credit.minor);
            assert_eq!(breakdown.kept.minor + breakdown.refunded.minor + credit, 12_300, "{of}");
        }
    }

    #[test]
    fn bag06_bags_are_a_line_where_the_airline_returns_or_keeps_all_and_never_a_promise() {
        let booking = booked_with_bags();
        let all = [(Fare, 70), (Taxes, 20), (Seats, 4), (Bags, 6)];
        let fee = (ServiceFee, 23);

        let returned = broken_down(&booking, 10_000, RefundTo::Card, 25);
        assert_eq!((side(&returned, true), side(&returned, false)), (vec![fee], all.to_vec()));
        let kept = broken_down(&booking, 0, RefundTo::Card, 1);
        assert_eq!((side(&kept, true), side(&kept, false)), (all.to_vec(), vec![fee]));
        let some = broken_down(&booking, 6_000, RefundTo::Card, 25);
        assert_eq!(side(&some, true), [(Airline, 40), fee]);
        assert_eq!(side(&some, false), [(Airline, 60)]);
    }

    #[test]
    fn bag06_seats_and_bags_are_a_part_of_what_was_paid() {
        let extras = |booking: &Booking| Paid::of(booking).and_then(|paid| paid.extras());
        let with = |bags: Vec<QuotedBag>| {
            let mut booking = booked();
            booking.quote.bags = bags;
            booking
        };

        assert_eq!(extras(&booked()), Some(usd(1_000)));
        assert_eq!(extras(&booked_with_bags()), Some(usd(1_000)));
        assert_eq!(Paid::of(&booked_with_bags()).map(|paid| paid.bags), Some(usd(600)));
        assert_eq!(extras(&with(vec![bag(1_001, "USD")])), None, "more than is left of the total");
        assert_eq!(extras(&with(vec![bag(200, "EUR")])), None);
        let without = Booking { total: usd(11_300), provider_total: usd(9_000), ..booked() };
        assert_eq!(extras(&without), None);
    }

    #[test]
    fn r037_what_the_airline_keeps_is_a_total_of_its_own() {
        let kept = |airline, hours| broken_down(&booked(), airline, RefundTo::Card, hours).kept_by_airline;

        assert_eq!(kept(0, 25), usd(10_000));
        assert_eq!(kept(6_000, 25), usd(4_000));
        assert_eq!(kept(10_000, 25), usd(0));
    }

    #[test]
    fn r037_of_a_trip_that_does_not_say_what_the_airline_asked_no_parts_are_named() {
        let silent = Booking { quote: QuoteOfferResponse::default(), ..booked() };

        let breakdown = broken_down(&silent, 0, RefundTo::Card, 25);

        assert_eq!(side(&breakdown, true), [(Airline, 100), (ServiceFee, 23)]);
    }
}
