use money::{MarkupRate, Money, SalePrice};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use crate::domain::ranking::most_frequent;
use crate::domain::{Answer, OfferRow};

/// How long a fare counts.
const FARE_COUNTS: Duration = Duration::hours(48);
/// How long it counts that nobody flies: airlines open flights all the time.
const NOTHING_COUNTS: Duration = Duration::hours(6);
/// Of the stored form. A program of another one reads nothing.
const VERSION: u8 = 1;

/// What one search found for its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Observation {
    /// The cheapest offer; nothing where all airlines answered and nobody flies.
    pub cheapest: Option<Seen>,
    /// In the same currency.
    pub cheapest_nonstop: Option<Seen>,
    /// Offers found, in all currencies.
    pub offers: u32,
    /// False where an airline gave no answer in time.
    pub is_complete: bool,
    pub seen_at: OffsetDateTime,
}

/// A fare as the provider sells it. Both amounts are in one currency and for all travellers; no brand's markup is in
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    pub total: Money,
    /// Within the total.
    pub tax: Money,
}

impl Seen {
    /// What the traveller pays, as a search prices offers. Nothing for an amount beyond all reason, which no list shows
    /// either.
    pub fn sale_amount(self, markup_rate: MarkupRate) -> Option<Money> {
        SalePrice::of(self.total, self.tax, markup_rate).ok().map(|price| price.amount)
    }
}

impl Observation {
    /// Nothing where nothing can be told: a silent airline may fly where the others don't.
    pub fn of(answer: &Answer) -> Option<Self> {
        let usual = in_usual_currency(&answer.offers);
        let cheapest = cheapest(usual.iter().copied());
        let is_complete = answer.airlines.have_all_answered();
        (cheapest.is_some() || is_complete).then(|| Self {
            cheapest,
            cheapest_nonstop: self::cheapest(usual.into_iter().filter(|found| found.connections == 0)),
            offers: u32::try_from(answer.offers.len()).unwrap_or(u32::MAX),
            is_complete,
            seen_at: answer.answered_at,
        })
    }

    /// Whether it still tells something to somebody who looks now.
    pub fn counts(&self, now: OffsetDateTime) -> bool {
        let life = if self.cheapest.is_some() { FARE_COUNTS } else { NOTHING_COUNTS };
        now - self.seen_at < life
    }

    /// The stored form, as JSON.
    pub fn to_bytes(self) -> Vec<u8> {
        serde_json::to_vec(&Stored::from(self))
            .expect("an observation is amounts, numbers and a time of our days")
    }

    /// Nothing for what this version doesn't write.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice::<Stored>(bytes).ok()?.read()
    }
}

/// The offers in the currency of most: those that a list shows first. Without those that no list shows, as they are
/// taxed in another currency.
fn in_usual_currency(offers: &[OfferRow]) -> Vec<&OfferRow> {
    let sold = || offers.iter().filter(|found| found.tax.currency == found.total.currency);
    let usual = most_frequent(sold().map(|found| &found.total.currency));
    sold().filter(|found| Some(found.total.currency) == usual).collect()
}

/// Of offers in one currency.
fn cheapest<'a>(offers: impl Iterator<Item = &'a OfferRow>) -> Option<Seen> {
    let cheapest = offers.min_by_key(|found| found.total.minor)?;
    Some(Seen { total: cheapest.total, tax: cheapest.tax })
}

#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    version: u8,
    cheapest: Option<StoredFare>,
    cheapest_nonstop: Option<StoredFare>,
    offers: u32,
    is_complete: bool,
    #[serde(with = "time::serde::rfc3339")]
    seen_at: OffsetDateTime,
}

/// Amounts as decimal strings.
#[derive(Debug, Serialize, Deserialize)]
struct StoredFare {
    total: String,
    tax: String,
    currency: String,
}

impl From<Observation> for Stored {
    fn from(observation: Observation) -> Self {
        Self {
            version: VERSION,
            cheapest: observation.cheapest.map(StoredFare::from),
            cheapest_nonstop: observation.cheapest_nonstop.map(StoredFare::from),
            offers: observation.offers,
            is_complete: observation.is_complete,
            seen_at: observation.seen_at,
        }
    }
}

impl From<Seen> for StoredFare {
    fn from(Seen { total, tax }: Seen) -> Self {
        Self { total: total.amount(), tax: tax.amount(), currency: total.currency.to_string() }
    }
}

impl Stored {
    /// Nothing for what no search leaves behind.
    fn read(self) -> Option<Observation> {
        let fare = |stored: Option<StoredFare>| stored.map(|fare| fare.read()).transpose().ok();
        let observation = Observation {
            cheapest: fare(self.cheapest)?,
            cheapest_nonstop: fare(self.cheapest_nonstop)?,
            offers: self.offers,
            is_complete: self.is_complete,
            seen_at: self.seen_at,
        };
        let can_be = observation.cheapest.is_some() || observation.is_complete;
        (self.version == VERSION && can_be).then_some(observation)
    }
}

impl StoredFare {
    fn read(&self) -> Result<Seen, money::Error> {
        let money = |amount: &str| Money::parse(amount, &self.currency);
        Ok(Seen { total: money(&self.total)?, tax: money(&self.tax)? })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::Airlines;
    use crate::domain::answer::tests::{NOW, answer, found};

    /// A complete search that found one offer, with a connection and without tax.
    pub fn seen(total: &str, currency: &str) -> Observation {
        let total = Money::parse(total, currency).unwrap();
        Observation {
            cheapest: Some(Seen { total, tax: Money::zero(total.currency) }),
            cheapest_nonstop: None,
            offers: 1,
            is_complete: true,
            seen_at: NOW,
        }
    }

    /// A complete search that found nothing.
    pub fn nothing() -> Observation {
        Observation { cheapest: None, offers: 0, ..seen("1", "USD") }
    }

    /// An offer with so many connections.
    fn offer(id: &str, total: &str, currency: &str, connections: u32) -> OfferRow {
        let mut offer = found(id, total, currency, None);
        offer.connections = connections;
        offer
    }

    fn observed(offers: &[OfferRow], is_complete: bool) -> Option<Observation> {
        let mut answer = answer(&[], is_complete);
        answer.offers = offers.to_vec();
        Observation::of(&answer)
    }

    fn total(seen: Option<Seen>) -> Option<String> {
        seen.map(|seen| seen.total.to_string())
    }

    #[test]
    fn day01_a_search_leaves_its_cheapest_offer_and_its_cheapest_nonstop_one() {
        let mut cheap = offer("cheap", "300", "USD", 1);
        cheap.tax = Money::parse("45.10", "USD").unwrap();
        let offers = [
            offer("dear", "900", "USD", 0),
            cheap,
            offer("nonstop", "420", "USD", 0),
            offer("b", "310", "USD", 2),
        ];

        let observation = observed(&offers, true).unwrap();

        let cheapest = observation.cheapest.unwrap();
        assert_eq!((cheapest.total, cheapest.tax), (offers[1].total, offers[1].tax));
        assert_eq!(total(observation.cheapest_nonstop).as_deref(), Some("420.00 USD"));
        assert_eq!((observation.offers, observation.is_complete, observation.seen_at), (4, true, NOW));
    }

    #[test]
    fn day01_a_search_without_a_nonstop_offer_leaves_none() {
        let observation = observed(&[offer("a", "300", "USD", 1)], true).unwrap();

        assert_eq!(observation.cheapest_nonstop, None);
    }

    #[test]
    fn day01_r024_the_cheapest_is_in_the_currency_of_most_offers() {
        let offers = [
            offer("yen", "1", "JPY", 0),
            offer("a", "400", "USD", 1),
            offer("b", "300", "USD", 1),
            offer("pound", "2", "GBP", 0),
        ];

        let observation = observed(&offers, true).unwrap();

        assert_eq!(total(observation.cheapest).as_deref(), Some("300.00 USD"));
        assert_eq!((observation.cheapest_nonstop, observation.offers), (None, 4));
    }

    #[test]
    fn day01_an_offer_that_no_list_shows_is_not_the_cheapest() {
        let mut taxed_elsewhere = offer("a", "100", "USD", 0);
        taxed_elsewhere.tax = Money::parse("1", "GBP").unwrap();

        let observation = observed(&[taxed_elsewhere, offer("b", "300", "USD", 1)], true).unwrap();

        assert_eq!(total(observation.cheapest).as_deref(), Some("300.00 USD"));
        assert_eq!(observation.cheapest_nonstop, None);
    }

    #[test]
    fn day01_nobody_flies_only_where_all_airlines_say_so() {
        assert_eq!(observed(&[], true), Some(nothing()));
        assert_eq!(observed(&[], false), None);
    }

    #[test]
    fn day01_a_search_that_asked_no_airline_found_that_nobody_flies() {
        let mut answer = answer(&[], false);
        answer.airlines = Airlines::default();

        assert_eq!(Observation::of(&answer), Some(nothing()));
    }

    #[test]
    fn day01_an_incomplete_search_leaves_a_number_that_says_so() {
        let observation = observed(&[offer("a", "300", "USD", 1)], false).unwrap();

        assert_eq!(observation, Observation { is_complete: false, ..seen("300", "USD") });
    }

    #[test]
    fn day01_the_sale_amount_is_what_a_search_would_show() {
        let check = |total: &str, rate: &str, expected: &str| {
            let seen = seen(total, "USD").cheapest.unwrap();
            let amount = seen.sale_amount(MarkupRate::parse(rate).unwrap()).unwrap();
            assert_eq!(amount.to_string(), expected, "{total} at {rate}");
        };
        check("524.30", "0.23", "645.00 USD"); // 644.889
        check("524.30", "0.10", "577.00 USD"); // 576.73
        check("50.00", "0.23", "62.00 USD"); // 61.5
        check("524.30", "0", "524.00 USD");
    }

    #[test]
    fn an_amount_beyond_all_reason_has_no_sale_amount() {
        let total = Money::new(i64::MAX, "USD".parse().unwrap());
        let seen = Seen { total, tax: Money::zero(total.currency) };

        assert_eq!(seen.sale_amount(MarkupRate::parse("0.23").unwrap()), None);
    }

    #[test]
    fn day02_a_fare_counts_two_days_and_an_empty_search_six_hours() {
        let check = |observation: Observation, age: Duration, expected| {
            assert_eq!(observation.counts(NOW + age), expected, "{age}, {observation:?}");
        };
        check(seen("300", "USD"), Duration::ZERO, true);
        check(seen("300", "USD"), Duration::hours(48) - Duration::SECOND, true);
        check(seen("300", "USD"), Duration::hours(48), false);
        check(nothing(), Duration::hours(6) - Duration::SECOND, true);
        check(nothing(), Duration::hours(6), false);
    }

    #[test]
    fn day02_an_observation_of_a_clock_ahead_of_ours_counts() {
        assert!(nothing().counts(NOW - Duration::minutes(1)));
    }

    #[test]
    fn the_stored_form_is_small_and_readable() {
        let stored = String::from_utf8(seen("524.3", "USD").to_bytes()).unwrap();

        assert_eq!(
            stored,
            concat!(
                r#"{"version":1,"cheapest":{"total":"524.30","tax":"0.00","currency":"USD"},"cheapest_nonstop":null,"#,
                r#""offers":1,"is_complete":true,"seen_at":"2026-03-01T12:00:00Z"}"#,
            )
        );
    }

    #[test]
    fn what_no_search_leaves_behind_is_not_read() {
        let stored = String::from_utf8(seen("300", "USD").to_bytes()).unwrap();
        let check = |from: &str, to: &str, expected: bool| {
            let bytes = stored.replacen(from, to, 1).into_bytes();
            assert_eq!(Observation::from_bytes(&bytes).is_some(), expected, "{from} -> {to}");
        };
        check("", "", true);
        check(r#""offers""#, r#""of_tomorrow":[1],"offers""#, true);
        check(r#""version":1"#, r#""version":2"#, false);
        check("300.00", "3e2", false);
        check("300.00", "300.001", false);
        check("USD", "US$", false);
        check("2026-03-01", "1 March", false);
        check(r#""offers":1"#, r#""offers":-1"#, false);
        check("}", "", false);
        let empty = String::from_utf8(nothing().to_bytes()).unwrap();
        assert_eq!(Observation::from_bytes(empty.replace("true", "false").as_bytes()), None);
    }

    prop_compose! {
        fn fares(currency: &'static str)(total in any::<i64>(), tax in any::<i64>()) -> Seen {
            let currency = currency.parse().unwrap();
            Seen { total: Money::new(total, currency), tax: Money::new(tax, currency) }
        }
    }

    proptest! {
        #[test]
        fn storing_and_reading_are_inverse(
            (cheapest, nonstop) in prop::sample::select(vec!["USD", "JPY", "KWD"])
                .prop_flat_map(|currency| (fares(currency), prop::option::of(fares(currency)))),
            offers in any::<u32>(),
            is_complete in any::<bool>(),
            age_ns in 0..1_000_000_000_000_000_i64,
        ) {
            let seen_at = NOW - Duration::nanoseconds(age_ns);
            let cheapest_nonstop = nonstop;
            let observation = Observation { cheapest: Some(cheapest), cheapest_nonstop, offers, is_complete, seen_at };

            prop_assert_eq!(Observation::from_bytes(&observation.to_bytes()), Some(observation));
        }

        #[test]
        fn any_bytes_are_read_or_not_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(Observation::from_bytes(&bytes), None);
        }
    }
}
