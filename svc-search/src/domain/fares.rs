//! The fares of the same flights, side by side.

use money::MarkupRate;
use time::OffsetDateTime;

use super::{Answer, Priced, Sort, rank};

/// The fares on which the flights of an offer are sold in its currency, cheapest first: of its own fare brand the
/// offer itself, of each other one the cheapest.
pub(crate) fn fares<'a>(
    answer: &'a Answer,
    offer_id: &str,
    markup_rate: MarkupRate,
    now: OffsetDateTime,
) -> Vec<Priced<'a>> {
    let Some(own) = answer.offers.iter().find(|found| found.id == offer_id) else { return Vec::new() };
    let mut fares: Vec<Priced<'a>> = Vec::new();
    for priced in rank(&answer.offers, markup_rate, Sort::PriceAscending) {
        let found = priced.found;
        let comparable = found.flights == own.flights && found.total.currency == own.total.currency;
        let is_own = found.id == own.id;
        let is_known = fares.iter().any(|fare| fare.found.fare_brand == found.fare_brand);
        let is_next = found.fare_brand != own.fare_brand && !is_known;
        if comparable && now < found.expires_at && (is_own || is_next) {
            fares.push(priced);
        }
    }
    fares
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::super::OfferRow;
    use super::super::answer::tests::{NOW, answer, found};
    use super::*;

    fn fare(id: &str, brand: &str, total: &str, currency: &str) -> OfferRow {
        let mut fare = found(id, total, currency, None);
        (fare.flights, fare.fare_brand) = ("ZZ1".into(), Some(brand.into()));
        fare
    }

    fn ids(offers: &[OfferRow], of: &str) -> Vec<String> {
        let mut answer = answer(&[], true);
        answer.offers = offers.to_vec();
        let fares = fares(&answer, of, MarkupRate::parse("0.23").unwrap(), NOW);
        fares.iter().map(|fare| fare.found.id.clone()).collect()
    }

    #[test]
    fn each_fare_brand_of_the_same_flights_stands_once_cheapest_first() {
        let mut other_flight = fare("other-flight", "Light", "90", "USD");
        other_flight.flights = "ZZ2".into();
        let offers = [
            fare("flex", "Flex", "300", "USD"),
            fare("basic", "Basic", "100", "USD"),
            fare("flex-dearer", "Flex", "310", "USD"),
            fare("standard", "Standard", "200", "USD"),
            other_flight,
        ];

        assert_eq!(ids(&offers, "standard"), ["basic", "standard", "flex"]);
    }

    #[test]
    fn the_offer_itself_stands_for_its_fare_brand() {
        let offers = [
            fare("cheaper", "Basic", "100", "USD"),
            fare("own", "Basic", "110", "USD"),
            fare("flex", "Flex", "120", "USD"),
        ];

        assert_eq!(ids(&offers, "own"), ["own", "flex"]);
    }

    #[test]
    fn what_cannot_be_compared_or_bought_is_left_out() {
        let (mut expired, mut still) =
            (fare("expired", "Flex", "120", "USD"), fare("still", "Plus", "130", "USD"));
        expired.expires_at = NOW;
        still.expires_at = NOW + Duration::SECOND;
        let offers = [fare("own", "Basic", "100", "USD"), expired, still, fare("pounds", "Max", "90", "GBP")];

        assert_eq!(ids(&offers, "own"), ["own", "still"]);
        assert!(ids(&offers, "unknown").is_empty());
    }
}
