use std::collections::BTreeSet;

use bytes::Bytes;
use duffel::{Offer, convert, duration};
use money::Money;
use prost::Message;
use proto::flights::v1 as flights;
use time::{Duration, OffsetDateTime};

use super::bag_fares::includes_bag;
use super::weight::{connections, weighted_minutes};

/// How long an answer with all airlines is good.
const FRESH: Duration = Duration::minutes(5);
/// How long an answer is good that found nothing, or that not all airlines gave.
const BRIEFLY: Duration = Duration::seconds(30);
/// An offer that lives shorter than this is not worth showing: a traveller could hardly open it.
const SHORTEST_LIFE: Duration = Duration::minutes(2);
/// An answer that somebody wants to have renewed must be this old.
const REFRESHABLE: Duration = Duration::minutes(1);

/// How many airlines a search asked, and how many of them have answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Airlines {
    pub answered: u32,
    pub asked: u32,
}

impl Airlines {
    pub fn have_all_answered(self) -> bool {
        self.answered >= self.asked
    }
}

/// The airlines' answers so far, in the order they came.
#[derive(Debug, Default)]
pub(crate) struct Accumulated {
    pub offers: Vec<OfferRow>,
    /// What the offers share with no offer of another search; the provider sells one offer for each.
    request_keys: BTreeSet<String>,
    first_expiry: Option<OffsetDateTime>,
}

/// What the provider answered to a query, before any brand's markup.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Unlike that of any other answer.
    pub id: u64,
    pub offers: Vec<OfferRow>,
    pub airlines: Airlines,
    request_keys: BTreeSet<String>,
    pub answered_at: OffsetDateTime,
    fresh_until: OffsetDateTime,
}

/// An offer in little memory: an answer has hundreds, and a page shows thirty.
#[derive(Debug, Clone)]
pub(crate) struct OfferRow {
    pub id: String,
    pub total: Money,
    pub tax: Money,
    /// Which flights these are: the same in the other fares of the same flights.
    pub flights: String,
    pub fare_brand: Option<String>,
    pub expires_at: OffsetDateTime,
    /// Of all slices together; absent where the airline leaves one out.
    pub duration_min: Option<u32>,
    /// Of all slices together.
    pub connections: u32,
    /// As the order "best" counts them.
    pub weighted_min: Option<u32>,
    /// For each traveller with a seat, where the airline states it.
    pub emissions_kg: Option<u32>,
    /// A checked bag for each traveller with a seat.
    pub includes_bag: bool,
    /// The offer without its sale price, as protobuf.
    encoded: Bytes,
}

impl Accumulated {
    /// Leaves out offers that can't be sold as they are, or hardly any more.
    pub fn of(offers: &[Offer], now: OffsetDateTime) -> Self {
        let mut accumulated = Self::default();
        for offer in offers.iter().filter(|offer| offer.sold_until() - now >= SHORTEST_LIFE) {
            accumulated.request_keys.insert(offer.request_key().to_owned());
            accumulated.expires_by(offer.sold_until());
            accumulated.offers.extend(OfferRow::sellable(offer));
        }
        accumulated
    }

    /// Adds what came later. What a search lists after it broke off may have come before.
    pub fn add(&mut self, later: Self) {
        for found in later.offers {
            if !self.offers.iter().any(|known| known.id == found.id) {
                self.offers.push(found);
            }
        }
        self.request_keys.extend(later.request_keys);
        if let Some(at) = later.first_expiry {
            self.expires_by(at);
        }
    }

    fn expires_by(&mut self, at: OffsetDateTime) {
        self.first_expiry = Some(self.first_expiry.map_or(at, |first| first.min(at)));
    }
}

impl Answer {
    pub fn new(id: u64, accumulated: Accumulated, airlines: Airlines, now: OffsetDateTime) -> Self {
        let Accumulated { offers, request_keys, first_expiry } = accumulated;
        let life = if airlines.have_all_answered() && first_expiry.is_some() { FRESH } else { BRIEFLY };
        let bound = first_expiry.map_or(now + life, |at| (at - SHORTEST_LIFE).max(now + BRIEFLY));
        Self { id, offers, airlines, request_keys, answered_at: now, fresh_until: bound.min(now + life) }
    }

    /// Whether the answer still holds for somebody who asks now.
    pub fn serves(&self, now: OffsetDateTime, refresh: bool) -> bool {
        now < self.fresh_until && !(refresh && now - self.answered_at >= REFRESHABLE)
    }

    /// How long it is still good by its age.
    pub fn good_for(&self, now: OffsetDateTime) -> Duration {
        (self.fresh_until - now).max(Duration::ZERO)
    }

    pub fn is_of_request(&self, request_key: &str) -> bool {
        self.request_keys.contains(request_key)
    }

    pub fn has_offer(&self, id: &str) -> bool {
        self.offers.iter().any(|found| found.id == id)
    }

    /// Roughly what it takes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.offers.iter().map(OfferRow::bytes).sum::<usize>()
    }
}

impl OfferRow {
    fn sellable(offer: &Offer) -> Option<Self> {
        match Self::of(offer) {
            Ok(found) => Some(found),
            Err(error) => {
                tracing::warn!(offer.id = offer.id, %error, "left out an offer that can't be sold as it is");
                None
            }
        }
    }

    fn of(offer: &Offer) -> Result<Self, convert::Error> {
        let durations =
            offer.slices.iter().map(|slice| slice.duration.as_deref().and_then(duration::minutes));
        let duration_min: Option<u32> = durations.sum();
        let weighted_minutes = duration_min.map(|minutes| weighted_minutes(offer, minutes));
        let shown = flights::Offer { weighted_minutes, ..convert::offer(offer)? };
        Ok(Self {
            id: offer.id.clone(),
            total: offer.total()?,
            tax: offer.tax()?,
            flights: offer.flights(),
            fare_brand: offer.fare_brand(),
            expires_at: offer.sold_until(),
            duration_min,
            connections: connections(offer),
            weighted_min: weighted_minutes,
            emissions_kg: shown.emissions_kg_per_traveller,
            includes_bag: includes_bag(&shown),
            encoded: shown.encode_to_vec().into(),
        })
    }

    pub fn offer(&self) -> flights::Offer {
        flights::Offer::decode(self.encoded.clone()).expect("encoded by this process")
    }

    fn bytes(&self) -> usize {
        let brand = self.fare_brand.as_ref().map_or(0, String::len);
        size_of::<Self>() + self.id.len() + self.flights.len() + brand + self.encoded.len()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use time::format_description::well_known::Rfc3339;
    use time::macros::datetime;

    use super::*;

    pub const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    /// An offer with nothing in it that caching looks at, but its price.
    pub fn found(id: &str, total: &str, currency: &str, duration_min: Option<u32>) -> OfferRow {
        let total = Money::parse(total, currency).unwrap();
        OfferRow {
            id: id.into(),
            total,
            tax: Money::zero(total.currency),
            flights: String::new(),
            fare_brand: None,
            expires_at: NOW + Duration::minutes(30),
            duration_min,
            connections: 0,
            weighted_min: duration_min,
            emissions_kg: None,
            includes_bag: false,
            encoded: Bytes::new(),
        }
    }

    pub fn answer(offers: &[Offer], complete: bool) -> Answer {
        let airlines = Airlines { answered: if complete { 2 } else { 1 }, asked: 2 };
        Answer::new(1, Accumulated::of(offers, NOW), airlines, NOW)
    }

    fn offer(life: Duration) -> Offer {
        let mut offer = duffel::testing::offer();
        offer["expires_at"] = (NOW + life).format(&Rfc3339).unwrap().into();
        serde_json::from_value(offer).unwrap()
    }

    #[test]
    fn r033_an_answer_is_good_for_as_long_as_it_deserves() {
        let check = |offers: &[Offer], complete, expected: Duration| {
            let answer = answer(offers, complete);
            assert_eq!(answer.fresh_until - NOW, expected, "{complete}, {offers:?}");
        };
        let long = || offer(Duration::minutes(30));
        check(&[long()], true, Duration::minutes(5));
        check(&[long()], false, Duration::seconds(30));
        check(&[], true, Duration::seconds(30));
        check(&[long(), offer(Duration::minutes(5))], true, Duration::minutes(3));
        check(&[offer(Duration::seconds(121))], true, Duration::seconds(30));
        check(&[offer(Duration::seconds(119))], true, Duration::seconds(30));
        check(&[long(), offer(Duration::seconds(119))], true, Duration::minutes(5));
    }

    #[test]
    fn an_offer_about_to_expire_is_left_out() {
        let check = |life_s: i64, expected: usize| {
            let answer = answer(&[offer(Duration::seconds(life_s))], true);
            assert_eq!(answer.offers.len(), expected, "{life_s} s");
        };
        check(120, 1);
        check(119, 0);
        check(-1, 0);
    }

    #[test]
    fn r033_an_answer_is_renewed_on_request_after_a_minute_and_by_itself_after_five() {
        let answer = answer(&[offer(Duration::minutes(30))], true);
        let check = |age: Duration, refresh, expected| {
            assert_eq!(answer.serves(NOW + age, refresh), expected, "{age}, {refresh}");
        };
        check(Duration::seconds(59), true, true);
        check(Duration::seconds(60), true, false);
        check(Duration::seconds(60), false, true);
        check(Duration::seconds(299), false, true);
        check(Duration::seconds(300), false, false);
    }

    #[test]
    fn an_answer_knows_the_request_it_came_from() {
        let answer = answer(&[offer(Duration::minutes(30))], true);

        assert!(answer.is_of_request("pas_a"));
        assert!(!answer.is_of_request("pas_b"));
    }
}
