use bytes::Bytes;
use proto::flights::v1 as flights;
use proto::flights::v1::{BagIncludedFare, Baggage, Fare, Offer};
use proto::search::v1::{
    SearchDone, SearchFlightsRequest, SearchNotice, SearchPage, SearchProgress, SearchTitles,
};
use serde::Serialize;
use service::{FieldErrors, Problem};
use time::Date;
use time::macros::format_description;

use crate::domain::{
    Ages, Airlines, Answer, Asked, BagFares, Comparison, Explained, Notice, Paging, Priced, Query, Ranked,
    SOLD_AHEAD, Titles, Travellers, typical_emissions,
};

const FIRST_PAGE: i32 = 1;
const PAGE_SIZE: i32 = 30;
const LARGEST_PAGE: i32 = 100;

/// Checks a request. `today` is the date in UTC; a departure may be a day before it, as somewhere that is today.
pub(super) fn asked(request: &SearchFlightsRequest, today: Date) -> Result<Asked, Problem> {
    let mut errors = FieldErrors::default();
    let query = query(request, today, &mut errors);
    let sort = request.sort.parse();
    errors.require(
        sort.is_ok(),
        "sort",
        "Please choose price-asc, price-desc, duration-asc, emissions-asc or best",
    );
    let (page, limit) = (or(request.page, FIRST_PAGE), or(request.limit, PAGE_SIZE));
    errors.require(page >= FIRST_PAGE, "page", "Pages are counted from 1");
    errors.require((1..=LARGEST_PAGE).contains(&limit), "limit", "A page has 1 to 100 offers");
    errors.into_result()?;

    let size = |number: i32| usize::try_from(number).unwrap_or(usize::MAX);
    let (Some(query), Ok(sort)) = (query, sort) else {
        return Err(Problem::internal(&"a search was neither valid nor refused"));
    };
    let paging = Paging { page: size(page), limit: size(limit) };
    Ok(Asked { query, sort, paging, refresh: request.refresh })
}

/// Nothing where an error was added.
fn query(request: &SearchFlightsRequest, today: Date, errors: &mut FieldErrors) -> Option<Query> {
    let origin = request.origin.parse();
    errors.require(origin.is_ok(), "origin", ("required", "Please select an origin airport"));
    let destination = request.destination.parse();
    errors.require(destination.is_ok(), "destination", ("required", "Please select a destination airport"));
    let same = origin.is_ok() && origin == destination;
    errors.require(!same, "destination", ("same", "Origin and destination cannot be the same"));
    let cabin = request.cabin_class.parse();
    errors.require(cabin.is_ok(), "cabinClass", ("required", "Please select a cabin class"));
    let dates = dates(request, today, errors);
    let travellers = travellers(request, errors);
    let (departure_on, return_on) = dates?;
    Some(Query {
        origin: origin.ok()?,
        destination: destination.ok()?,
        departure_on,
        return_on,
        cabin: cabin.ok()?,
        travellers: travellers?,
    })
}

fn dates(
    request: &SearchFlightsRequest,
    today: Date,
    errors: &mut FieldErrors,
) -> Option<(Date, Option<Date>)> {
    let departure_on = date(&request.departure_date);
    let return_on = request.return_date.as_deref().filter(|text| !text.is_empty()).map(date);
    errors.require(departure_on.is_some(), "departureDate", ("required", "Please select a departure date"));
    errors.require(return_on != Some(None), "returnDate", ("required", "Please select a return date"));
    let past = departure_on.is_some_and(|on| on < today.previous_day().unwrap_or(today));
    errors.require(!past, "departureDate", ("past", "Departure date cannot be in the past"));
    let last = today.saturating_add(SOLD_AHEAD);
    for (on, field) in [(departure_on, "departureDate"), (return_on.flatten(), "returnDate")] {
        errors.require(
            on.is_none_or(|on| on <= last),
            field,
            ("too_far_ahead", "Airlines sell flights up to 361 days ahead. Please choose an earlier date."),
        );
    }
    let back_before = matches!((departure_on, return_on.flatten()), (Some(out), Some(back)) if back < out);
    errors.require(!back_before, "returnDate", ("too_early", "Return date must be after departure date"));
    Some((departure_on?, return_on.flatten()))
}

fn date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

fn travellers(request: &SearchFlightsRequest, errors: &mut FieldErrors) -> Option<Travellers> {
    let mut count = |number: i32, least: u8, field: &str, message: &str| {
        let count = u8::try_from(number).ok().filter(|count| (least..=9).contains(count));
        errors.require(count.is_some(), field, message);
        count
    };
    let adults = count(request.adults, 1, "adultsCount", "At least 1 adult is required, and at most 9");
    let children = count(request.children, 0, "childrenCount", "At most 9 children can be searched for");
    let infants = count(request.infants, 0, "infantsCount", "At most 9 infants can be searched for");
    let (adults, children, infants) = (adults?, children?, infants?);
    let ages = Ages::read(&request.ages, children, infants);
    let ages = ages.map_err(|sentence| errors.add("ages", sentence)).ok()?;
    Some(Travellers { adults, children, infants, ages })
}

/// What is not set on the wire is 0.
fn or(number: i32, default: i32) -> i32 {
    if number == 0 { default } else { number }
}

/// A page of an answer that is ranked.
pub(super) fn page(answer: &Answer, ranked: &Ranked<'_>, paging: Paging) -> Bytes {
    let explained = Explained::of(ranked);
    let bag_fares = BagFares::among(&answer.offers);
    let compared = |priced: &Priced<'_>| Offer {
        against_cheapest: explained.against_cheapest(priced).map(comparison),
        ..listed(priced, &bag_fares)
    };
    let page = SearchPage {
        offers: paging.of(&ranked.offers).iter().map(compared).collect(),
        total_count: number(ranked.offers.len()),
        notice: None,
        hour_amount: ranked.hour.map(|hour| hour.amount()),
        hour_currency: ranked.hour.map(|hour| hour.currency.to_string()),
        typical_emissions_kg: typical_emissions(&answer.offers),
        titles: explained.titles.map(titles),
    };
    json(&page).into()
}

fn comparison(Comparison { more, more_minutes, more_connections }: Comparison) -> flights::Comparison {
    flights::Comparison { more_amount: more.amount(), more_minutes, more_connections }
}

/// An offer that names the fare of its flights that includes a bag.
fn listed(priced: &Priced<'_>, bag_fares: &BagFares<'_>) -> Offer {
    Offer { bag_included: bag_fares.beside(priced).map(bag_included), ..offer(priced) }
}

fn bag_included(priced: Priced<'_>) -> BagIncludedFare {
    BagIncludedFare {
        offer_id: priced.found.id.clone(),
        fare_brand_name: priced.found.fare_brand.clone(),
        price: Some(duffel::convert::price(priced.price)),
    }
}

fn titles(titles: Titles<'_>) -> SearchTitles {
    SearchTitles {
        cheapest: titles.cheapest.to_owned(),
        fastest: titles.fastest.map(str::to_owned),
        lowest_emissions: titles.lowest_emissions.map(str::to_owned),
        best: titles.best.to_owned(),
    }
}

pub(super) fn empty_page(notice: Notice) -> Bytes {
    json(&SearchPage { notice: Some(self::notice(notice)), ..SearchPage::default() }).into()
}

/// What came in a streamed search.
pub(super) fn progress(offers: &[Priced<'_>], bag_fares: &BagFares<'_>, airlines: Airlines) -> String {
    let Airlines { answered, asked } = airlines;
    let offers = offers.iter().map(|priced| listed(priced, bag_fares)).collect();
    json(&SearchProgress { offers, answered: number(answered), asked: number(asked) })
}

/// The end of a streamed search in which so many offers were told.
pub(super) fn done(offers: usize, answer: &Answer) -> String {
    let complete = answer.airlines.have_all_answered();
    json(&SearchDone {
        total_count: number(offers),
        complete,
        notice: None,
        typical_emissions_kg: typical_emissions(&answer.offers),
    })
}

pub(super) fn nothing_found(notice: Notice) -> String {
    json(&SearchDone { complete: true, notice: Some(self::notice(notice)), ..SearchDone::default() })
}

/// An offer as it stands beside the other fares of its flights.
pub(super) fn fare(priced: &Priced<'_>) -> Fare {
    let Offer { id, slices, conditions, expires_at, price, .. } = offer(priced);
    let segments = slices.iter().flat_map(|slice| &slice.segments);
    let baggages =
        segments.map(|segment| segment.baggages.clone()).reduce(|some, others| common(&some, &others));
    Fare {
        offer_id: id,
        fare_brand_name: priced.found.fare_brand.clone(),
        price,
        baggages: baggages.unwrap_or_default(),
        conditions,
        expires_at,
    }
}

/// What may be taken on both flights.
fn common(some: &[Baggage], others: &[Baggage]) -> Vec<Baggage> {
    let on_both = |bag: &Baggage| {
        let other = others.iter().find(|other| other.r#type == bag.r#type)?;
        let quantity = duffel::convert::common_allowance([bag.quantity, other.quantity]);
        Some(Baggage { quantity, ..bag.clone() })
    };
    some.iter().filter_map(on_both).collect()
}

pub(super) fn notice(notice: Notice) -> SearchNotice {
    SearchNotice { code: notice.code.into(), message: notice.message.into() }
}

fn number(count: impl TryInto<i32>) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}

fn offer(priced: &Priced<'_>) -> Offer {
    Offer { price: Some(duffel::convert::price(priced.price)), ..priced.found.offer() }
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an answer is strings, numbers and lists")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::date;

    use super::*;
    use crate::domain::Sort;

    fn request() -> SearchFlightsRequest {
        SearchFlightsRequest {
            origin: "LHR".into(),
            destination: "JFK".into(),
            departure_date: "2026-04-24".into(),
            return_date: Some("2026-05-01".into()),
            cabin_class: "economy".into(),
            adults: 1,
            ..SearchFlightsRequest::default()
        }
    }

    #[test]
    fn an_ordinary_search_is_understood_with_its_defaults() {
        let asked = asked(&request(), date!(2026 - 03 - 01)).unwrap();

        assert_eq!(asked.query.return_on, Some(date!(2026 - 05 - 01)));
        assert_eq!(asked.paging, Paging { page: 1, limit: 30 });
        assert_eq!(asked.sort, Sort::PriceAscending);
    }

    #[test]
    fn bad_fields_are_named_with_the_words_of_the_form() {
        let check = |spoil: fn(&mut SearchFlightsRequest), field: &str, (code, message): (&str, &str)| {
            let mut request = request();
            spoil(&mut request);
            let problem = asked(&request, date!(2026 - 03 - 01)).unwrap_err();
            let named =
                problem.fields.iter().map(|f| (f.field.as_str(), f.code.as_str(), f.message.as_str()));
            assert_eq!(named.collect::<Vec<_>>(), [(field, code, message)]);
        };
        check(|r| r.origin = "LO".into(), "origin", ("required", "Please select an origin airport"));
        check(
            |r| r.destination = "J2K".into(),
            "destination",
            ("required", "Please select a destination airport"),
        );
        check(
            |r| r.destination = "lhr".into(),
            "destination",
            ("same", "Origin and destination cannot be the same"),
        );
        check(
            |r| r.departure_date = "24.04.2026".into(),
            "departureDate",
            ("required", "Please select a departure date"),
        );
        check(
            |r| r.departure_date = "2026-02-27".into(),
            "departureDate",
            ("past", "Departure date cannot be in the past"),
        );
        check(
            |r| r.return_date = Some("2026-04-23".into()),
            "returnDate",
            ("too_early", "Return date must be after departure date"),
        );
        let late =
            ("too_far_ahead", "Airlines sell flights up to 361 days ahead. Please choose an earlier date.");
        check(|r| r.return_date = Some("2027-02-27".into()), "returnDate", late);
        check(|r| (r.departure_date, r.return_date) = ("2027-02-27".into(), None), "departureDate", late);
        check(
            |r| r.return_date = Some("soon".into()),
            "returnDate",
            ("required", "Please select a return date"),
        );
        check(|r| r.cabin_class = "cargo".into(), "cabinClass", ("required", "Please select a cabin class"));
        check(|r| r.adults = 0, "adultsCount", ("invalid", "At least 1 adult is required, and at most 9"));
        check(|r| r.adults = 10, "adultsCount", ("invalid", "At least 1 adult is required, and at most 9"));
        check(|r| r.children = 10, "childrenCount", ("invalid", "At most 9 children can be searched for"));
        check(|r| r.infants = -1, "infantsCount", ("invalid", "At most 9 infants can be searched for"));
        let unfit = ("invalid", "Please give one age for each child and infant");
        check(|r| (r.children, r.ages) = (2, vec![8]), "ages", unfit);
        check(|r| r.page = -1, "page", ("invalid", "Pages are counted from 1"));
        check(|r| r.limit = 101, "limit", ("invalid", "A page has 1 to 100 offers"));
        let orders = ("invalid", "Please choose price-asc, price-desc, duration-asc, emissions-asc or best");
        check(|r| r.sort = "worst".into(), "sort", orders);
    }

    #[test]
    fn all_bad_fields_are_told_at_once() {
        let problem = asked(&SearchFlightsRequest::default(), date!(2026 - 03 - 01)).unwrap_err();

        let fields: Vec<_> = problem.fields.iter().map(|field| field.field.as_str()).collect();
        assert_eq!(fields, ["origin", "destination", "departureDate", "adultsCount"]);
    }

    #[test]
    fn r029_a_departure_may_be_today_where_it_is_still_yesterday() {
        let request = SearchFlightsRequest { departure_date: "2026-02-28".into(), ..request() };

        assert!(asked(&request, date!(2026 - 03 - 01)).is_ok());
    }

    #[test]
    fn r029_a_return_may_be_361_days_ahead_where_it_is_tomorrow_already() {
        let request = SearchFlightsRequest { return_date: Some("2027-02-26".into()), ..request() };

        assert!(asked(&request, date!(2026 - 03 - 01)).is_ok());
    }

    #[test]
    fn a_return_on_the_day_of_departure_is_a_day_trip() {
        let request = SearchFlightsRequest { return_date: Some("2026-04-24".into()), ..request() };

        assert!(asked(&request, date!(2026 - 03 - 01)).is_ok());
    }

    fn text_of_a_date() -> impl Strategy<Value = String> {
        prop_oneof!["2026-[01][0-9]-[0-3][0-9]", "[+-]?[0-9]{1,6}-[0-9]{1,3}-[0-9]{1,3}", ".{0,14}"]
    }

    proptest! {
        #[test]
        fn any_text_is_a_date_or_refused_without_a_panic(text in text_of_a_date()) {
            if let Some(on) = super::date(&text) {
                prop_assert_eq!(super::date(&on.to_string()), Some(on));
            }
        }

        #[test]
        fn any_search_is_understood_or_refused_without_a_panic(
            (origin, destination) in (".{0,5}", "[A-Za-z]{3}"),
            (departure_date, return_date) in (text_of_a_date(), prop::option::of(text_of_a_date())),
            (adults, children, infants) in (any::<i32>(), -1..11_i32, -1..11_i32),
            ages in prop::collection::vec(-1..19_i32, 0..20),
            (page, limit) in any::<(i32, i32)>(),
        ) {
            let places = SearchFlightsRequest { origin, destination, departure_date, return_date, ..request() };
            let request = SearchFlightsRequest { adults, children, infants, ages, page, limit, ..places };
            if let Err(problem) = asked(&request, date!(2026 - 03 - 01)) {
                prop_assert!(!problem.fields.is_empty());
            }
        }
    }
}
