//! What a cancellation pays back.

use money::Money;
use time::Duration;

/// The agency's own part comes back when a booking is cancelled within this.
const FREE_CANCELLATION: Duration = Duration::hours(24);

/// Where the airline's part goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundTo {
    Card,
    Voucher,
    AirlineCredits,
}

impl RefundTo {
    pub const ALL: [Self; 3] = [Self::Card, Self::Voucher, Self::AirlineCredits];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Voucher => "voucher",
            Self::AirlineCredits => "airline_credits",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|to| to.as_str() == text)
    }
}

impl RefundTo {
    /// What the airline pays to the agency's balance, the agency pays to the card. Nothing for a way that is unknown
    /// here: who pays what to whom is then for a person to find out.
    pub fn of_airline(to: Option<&duffel::wire::RefundTo>) -> Option<Self> {
        use duffel::wire::RefundTo as Airline;
        match to? {
            Airline::Voucher => Some(Self::Voucher),
            Airline::AirlineCredits => Some(Self::AirlineCredits),
            Airline::Balance
            | Airline::Card
            | Airline::ArcBspCash
            | Airline::AwaitingPayment
            | Airline::OriginalFormOfPayment => Some(Self::Card),
            Airline::Other(_) => None,
        }
    }
}

/// What a page has shown its traveller of a refund, as far as it says so.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShownRefund {
    pub to_card: Option<Money>,
    /// What the airline gives in place of money.
    pub credit: Option<Money>,
}

/// The sums of a cancellation, all in the currency of the booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refund {
    /// The airline's part.
    pub fare: Money,
    /// The agency's part.
    pub markup: Money,
    /// What goes back to the card.
    pub to_card: Money,
    pub to: RefundTo,
}

impl Refund {
    /// `airline` is what the airline offers; nothing where it can't be had in the currency that was paid.
    pub fn of(
        total: Money,
        provider_total: Money,
        airline: Money,
        to: RefundTo,
        booked_for: Duration,
    ) -> Result<Self, money::Error> {
        // Airline's money in another currency than the traveller's can't be promised in theirs.
        if airline.currency != total.currency {
            return Err(money::Error::CurrencyMismatch);
        }
        let zero = Money::zero(total.currency);
        let within_a_day = booked_for <= FREE_CANCELLATION;
        let markup = if within_a_day { total.checked_sub(provider_total)? } else { zero };
        let due = if to == RefundTo::Card { airline.checked_add(markup)? } else { markup };
        let to_card = Money::new(due.minor.clamp(0, total.minor), total.currency);
        Ok(Self { fare: airline, markup, to_card, to })
    }

    /// Whether no part of it is less than was shown.
    pub fn keeps(&self, shown: ShownRefund) -> bool {
        let credit = self.credit().unwrap_or(Money::zero(self.fare.currency));
        let is_kept = |part: Money, shown: Option<Money>| {
            shown.is_none_or(|shown| part.currency == shown.currency && part.minor >= shown.minor)
        };
        is_kept(self.to_card, shown.to_card) && is_kept(credit, shown.credit)
    }

    /// A traveller who agreed to `other` has no reason to refuse this.
    pub fn is_as_good_as(&self, other: &Self) -> bool {
        self.to == other.to
            && self.to_card.minor >= other.to_card.minor
            && self.fare.minor >= other.fare.minor
    }

    /// What the airline gives in place of money.
    pub fn credit(&self) -> Option<Money> {
        (self.to != RefundTo::Card && self.fare.minor > 0).then_some(self.fare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd(amount: &str) -> Money {
        Money::parse(amount, "USD").unwrap()
    }

    #[test]
    fn r037_the_card_gets_the_airlines_refund_and_within_a_day_the_markup() {
        let check = |airline: &str, to: RefundTo, hours: i64, to_card: &str| {
            let refund =
                Refund::of(usd("123"), usd("100"), usd(airline), to, Duration::hours(hours)).unwrap();
            assert_eq!(refund.to_card, usd(to_card), "{airline} {to:?} after {hours} h");
        };
        check("100", RefundTo::Card, 1, "123");
        check("100", RefundTo::Card, 24, "123");
        check("100", RefundTo::Card, 25, "100");
        check("60", RefundTo::Card, 1, "83");
        check("0", RefundTo::Card, 48, "0");
        check("100", RefundTo::Voucher, 1, "23");
        check("100", RefundTo::AirlineCredits, 48, "0");
        // Never more than was captured.
        check("150", RefundTo::Card, 1, "123");
    }

    #[test]
    fn only_a_way_that_is_known_here_is_a_way() {
        let of = |word: &str| RefundTo::of_airline(Some(&word.into()));

        for word in ["balance", "card", "arc_bsp_cash", "awaiting_payment", "original_form_of_payment"] {
            assert_eq!(of(word), Some(RefundTo::Card), "{word}");
        }
        assert_eq!(of("voucher"), Some(RefundTo::Voucher));
        assert_eq!(of("airline_credits"), Some(RefundTo::AirlineCredits));
        assert_eq!(of("a_way_of_tomorrow"), None);
        assert_eq!(RefundTo::of_airline(None), None);
    }

    #[test]
    fn r037_what_the_airline_gives_in_place_of_money_is_a_sum_of_its_own() {
        let credit = |airline: &str, to: RefundTo| {
            Refund::of(usd("123"), usd("100"), usd(airline), to, Duration::HOUR).unwrap().credit()
        };
        assert_eq!(credit("60", RefundTo::AirlineCredits), Some(usd("60")));
        assert_eq!(credit("60", RefundTo::Voucher), Some(usd("60")));
        assert_eq!(credit("0", RefundTo::Voucher), None);
        assert_eq!(credit("60", RefundTo::Card), None);
    }

    #[test]
    fn r037_a_refund_is_as_good_as_another_where_no_part_of_it_is_less() {
        let refund = |airline: &str, to| {
            Refund::of(usd("123"), usd("100"), usd(airline), to, Duration::hours(48)).unwrap()
        };
        let agreed = refund("60", RefundTo::Card);

        for (airline, to, expected) in [
            ("60", RefundTo::Card, true),
            ("70", RefundTo::Card, true),
            ("59.99", RefundTo::Card, false),
            ("100", RefundTo::Voucher, false),
        ] {
            assert_eq!(refund(airline, to).is_as_good_as(&agreed), expected, "{airline} {to:?}");
        }
    }

    #[test]
    fn r037_a_refund_keeps_what_was_shown_where_neither_card_nor_credit_gets_less() {
        let refund = |to| Refund::of(usd("123"), usd("100"), usd("60"), to, Duration::HOUR).unwrap();
        let check = |to, to_card: Option<&str>, credit: Option<&str>, expected: bool| {
            let shown = ShownRefund { to_card: to_card.map(usd), credit: credit.map(usd) };
            assert_eq!(refund(to).keeps(shown), expected, "{to:?} {shown:?}");
        };
        check(RefundTo::Card, None, None, true);
        check(RefundTo::Card, Some("83"), Some("0"), true);
        check(RefundTo::Card, Some("83.01"), None, false);
        check(RefundTo::Card, Some("23"), Some("60"), false);
        check(RefundTo::Voucher, Some("23"), Some("60"), true);
        check(RefundTo::Voucher, Some("23"), Some("60.01"), false);
        check(RefundTo::Voucher, Some("83"), None, false);
        let pounds = ShownRefund { to_card: Money::parse("1", "GBP").ok(), credit: None };
        assert!(!refund(RefundTo::Card).keeps(pounds));
    }

    #[test]
    fn a_refund_in_another_currency_is_no_quote() {
        let pounds = Money::parse("100", "GBP").unwrap();

        assert!(Refund::of(usd("123"), usd("100"), pounds, RefundTo::Voucher, Duration::HOUR).is_err());
    }
}
