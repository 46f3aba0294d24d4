use bytes::Bytes;
use duffel::{Offer, convert, duration};
use money::Money;
use prost::Message;
use proto::flights::v1 as flights;
use time::{Duration, OffsetDateTime};

/// How long an answer with all airlines is good.
const FRESH: Duration = Duration::minutes(5);
/// How long an answer is good that found nothing, or that not all airlines gave.
const BRIEFLY: Duration = Duration::seconds(30);
/// An offer that lives shorter than this is not worth showing: a traveller could hardly open it.
const SHORTEST_LIFE: Duration = Duration::minutes(2);
/// An answer that somebody wants to have renewed must be this old.
const REFRESHABLE: Duration = Duration::minutes(1);

/// What the provider answered to a query, before any brand's markup.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Unlike that of any other answer of this process.
    pub id: u64,
    pub offers: Vec<Found>,
    /// What the offers share with no offer of another search; the provider sells one offer for each.
    request_keys: Vec<String>,
    answered_at: OffsetDateTime,
    fresh_until: OffsetDateTime,
}

/// An offer, kept small: an answer has hundreds, and a page shows thirty.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub id: String,
    pub total: Money,
    pub tax: Money,
    /// Of all slices together; absent where the airline leaves one out.
    pub duration_min: Option<u32>,
    /// The offer without its sale price, as protobuf.
    encoded: Bytes,
}

impl Answer {
    /// `complete`: all airlines answered. Offers that can't be sold as they are, or hardly any more, are left out.
    pub fn new(id: u64, offers: &[Offer], complete: bool, now: OffsetDateTime) -> Self {
        let shown: Vec<&Offer> =
            offers.iter().filter(|offer| offer.expires_at - now >= SHORTEST_LIFE).collect();
        let mut request_keys: Vec<_> = shown.iter().map(|offer| offer.request_key().to_owned()).collect();
        request_keys.sort_unstable();
        request_keys.dedup();
        let life = if complete && !shown.is_empty() { FRESH } else { BRIEFLY };
        let first_expiry = shown.iter().map(|offer| offer.expires_at).min();
        let bound = first_expiry.map_or(now + life, |at| (at - SHORTEST_LIFE).max(now + BRIEFLY));
        Self {
            id,
            offers: shown.into_iter().filter_map(Found::sellable).collect(),
            request_keys,
            answered_at: now,
            fresh_until: bound.min(now + life),
        }
    }

    /// Whether the answer still holds for somebody who asks now.
    pub fn serves(&self, now: OffsetDateTime, refresh: bool) -> bool {
        now < self.fresh_until && !(refresh && now - self.answered_at >= REFRESHABLE)
    }

    pub fn is_of_request(&self, request_key: &str) -> bool {
        self.request_keys.iter().any(|key| key == request_key)
    }

    /// Roughly what it takes in memory.
    pub fn bytes(&self) -> usize {
        let offers =
            self.offers.iter().map(|found| size_of::<Found>() + found.id.len() + found.encoded.len());
        size_of::<Self>() + offers.sum::<usize>()
    }
}

impl Found {
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
        Ok(Self {
            id: offer.id.clone(),
            total: offer.total()?,
            tax: offer.tax()?,
            duration_min: durations.sum(),
            encoded: convert::offer(offer)?.encode_to_vec().into(),
        })
    }

    pub fn offer(&self) -> flights::Offer {
        flights::Offer::decode(self.encoded.clone()).expect("encoded by this process")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use time::format_description::well_known::Rfc3339;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    /// An offer with nothing in it that caching looks at, but its price.
    pub fn found(id: &str, total: &str, currency: &str, duration_min: Option<u32>) -> Found {
        let total = Money::parse(total, currency).unwrap();
        Found { id: id.into(), total, tax: Money::zero(total.currency), duration_min, encoded: Bytes::new() }
    }

    fn offer(life: Duration) -> Offer {
        let mut offer = duffel::testing::offer();
        offer["expires_at"] = (NOW + life).format(&Rfc3339).unwrap().into();
        serde_json::from_value(offer).unwrap()
    }

    #[test]
    fn r033_an_answer_is_good_for_as_long_as_it_deserves() {
        let check = |offers: &[Offer], complete, expected: Duration| {
            let answer = Answer::new(1, offers, complete, NOW);
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
            let answer = Answer::new(1, &[offer(Duration::seconds(life_s))], true, NOW);
            assert_eq!(answer.offers.len(), expected, "{life_s} s");
        };
        check(120, 1);
        check(119, 0);
        check(-1, 0);
    }

    #[test]
    fn r033_an_answer_is_renewed_on_request_after_a_minute_and_by_itself_after_five() {
        let answer = Answer::new(1, &[offer(Duration::minutes(30))], true, NOW);
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
        let answer = Answer::new(1, &[offer(Duration::minutes(30))], true, NOW);

        assert!(answer.is_of_request("pas_a"));
        assert!(!answer.is_of_request("pas_b"));
    }
}
