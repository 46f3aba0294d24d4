//! A trip in the words of its documents: what was bought, what it includes, what it cost.

mod bought_bags;

use jiff::civil::DateTime;
use money::Money;
use proto::flights::v1::{Baggage, Condition, Offer, Place, Segment, Slice};
use proto::offers::v1::QuotedSeat;
use service::Mode;

use super::paid::Paid;
use super::party::{Kind, Traveller};
use super::{Booking, journey, shown};
use crate::texts::Texts;

/// How the provider calls a cabin bag.
const CARRY_ON: &str = "carry_on";

/// What mails and documents say of a booking.
pub struct Itinerary {
    /// Whom they address.
    pub name: String,
    /// The airline's booking reference.
    pub reference: String,
    /// Who sold the tickets, and checks in.
    pub airline: String,
    pub directions: Vec<Direction>,
    /// Whom the bags of the fare are for, where an infant travels on a lap.
    pub lap_infant_bags: Option<String>,
    /// The same ways, each in a line.
    pub journeys: Vec<Journey>,
    pub passengers: Vec<Passenger>,
    /// What the total is made of, as far as it is known to the cent. Each bag is a line of its own.
    pub sums: Vec<(String, String)>,
    /// Of a test nothing was charged.
    pub total_label: String,
    pub total: String,
    /// What it was paid with, where that is known.
    pub card: Option<String>,
    /// The agency's own part of the base fare, where it takes one.
    pub service_fee: Option<String>,
    pub changes: String,
    pub refunds: String,
    /// CO2 for each traveller with a seat, as the airline states it.
    pub emissions: String,
    /// What the traveller does before the flight.
    pub advice: Vec<String>,
    /// That it is no real trip, where it is none.
    pub test: Option<String>,
}

pub struct Direction {
    /// There or back, and from where to where.
    pub title: String,
    pub fare: Option<String>,
    /// How long it takes, how often the plane is changed, and how long the wait is at each airport.
    pub duration_and_stops: String,
    pub flights: Vec<Flight>,
}

/// A way as the site draws it: from end to end, with the stops between.
pub struct Journey {
    /// The code of the airport; so in `to`.
    pub from: String,
    /// Codes of the airports where the plane is changed.
    pub stops: Vec<String>,
    pub to: String,
    /// From which city to which.
    pub route: String,
    /// When it begins, and how often the plane is changed.
    pub summary: String,
}

pub struct Flight {
    /// Number and airline; who flies the aircraft, where it is somebody else (requirement R22).
    pub name: String,
    pub from: End,
    pub to: End,
    /// Those of the fare, for each passenger.
    pub bags: String,
    /// Bags that were bought in addition, each with its passenger.
    pub extra_bags: Vec<String>,
}

/// A take-off or landing, in the airport's own time.
pub struct End {
    /// Of the airport.
    pub code: String,
    pub place: String,
    pub date: String,
    pub time: String,
    /// Calendar days since the direction began: 1 for an arrival the next day.
    pub days: i64,
}

pub struct Passenger {
    pub name: String,
    pub kind: String,
    /// Of an infant: on whose lap they sit.
    pub lap: Option<String>,
    pub seats: String,
    /// Numbers of electronic tickets; empty until the airline has given them.
    pub tickets: String,
}

/// What a booking that is none says of itself, first of all.
pub fn test_notice(booking: &Booking) -> Option<String> {
    is_test(booking).then(|| texts(booking).test_notice())
}

/// In the language that the booking's mails are written in.
pub fn texts(booking: &Booking) -> Texts {
    Texts::of(booking.letterhead.locale)
}

fn is_test(booking: &Booking) -> bool {
    booking.mode != Mode::Live
}

impl Itinerary {
    /// Nothing while there is no order.
    pub fn of(booking: &Booking) -> Option<Self> {
        let (order, offer) = (booking.order.as_ref()?, booking.quote.offer.as_ref()?);
        let conditions = offer.conditions.clone().unwrap_or_default();
        let texts = texts(booking);
        let airline = offer.owner.as_ref().map_or_else(|| texts.the_airline(), |owner| owner.name.clone());
        let passengers = booking.travellers.iter().map(|traveller| passenger(texts, booking, traveller));
        Some(Self {
            name: booking.primary().map_or_else(|| texts.traveler(), |primary| primary.called().to_owned()),
            reference: order.reference.clone(),
            directions: directions(texts, booking, offer),
            lap_infant_bags: lap_infant_bags(texts, &booking.travellers),
            journeys: journeys(texts, offer),
            passengers: passengers.collect(),
            sums: sums(texts, booking),
            total_label: if is_test(booking) { texts.total() } else { texts.total_charged() },
            total: shown::sum(booking.total),
            card: booking.card.as_ref().map(|card| card.words(texts)),
            service_fee: service_fee(booking),
            changes: rule(texts, conditions.change_before_departure, texts.rule_not_changeable()),
            refunds: rule(texts, conditions.refund_before_departure, texts.rule_non_refundable()),
            emissions: emissions(texts, offer),
            advice: advice(booking, offer, &airline),
            airline,
            test: test_notice(booking),
        })
    }
}

fn emissions(texts: Texts, offer: &Offer) -> String {
    let Some(kg) = offer.emissions_kg_per_traveller else { return texts.emissions_not_stated() };
    texts.emissions(money::in_thousands(&kg.to_string()))
}

/// Of a test no airline has a page, a counter or a seat.
fn advice(booking: &Booking, offer: &Offer, airline: &str) -> Vec<String> {
    let texts = texts(booking);
    if is_test(booking) {
        return vec![texts.test_cannot_fly()];
    }
    let documents = journey::needs_passports(offer).then(|| texts.check_documents());
    [texts.check_in_opens(airline)].into_iter().chain(documents).collect()
}

/// `London to New York`.
pub fn route(texts: Texts, slice: &Slice) -> String {
    texts.route(city(slice.origin.as_ref()), city(slice.destination.as_ref()))
}

fn city(place: Option<&Place>) -> &str {
    place.map_or("", |place| &place.city_name)
}

/// `London to New York on Tue, Mar 5, 2027`.
pub fn route_and_day(texts: Texts, slice: &Slice) -> String {
    let cities = (city(slice.origin.as_ref()), city(slice.destination.as_ref()));
    day_of(slice).map_or_else(|| route(texts, slice), |day| texts.route_on_day(cities.0, cities.1, day))
}

fn day_of(slice: &Slice) -> Option<String> {
    slice.segments.first()?.departing_at.parse().ok().map(shown::day)
}

/// The ways of a trip, each in a line.
pub fn journeys(texts: Texts, offer: &Offer) -> Vec<Journey> {
    offer.slices.iter().map(|slice| journey_of(texts, slice)).collect()
}

fn journey_of(texts: Texts, slice: &Slice) -> Journey {
    let code = |place: Option<&Place>| place.map(|place| place.iata_code.clone()).unwrap_or_default();
    let last = slice.segments.last();
    let before_last = slice.segments.len().saturating_sub(1);
    let changes = slice.segments.iter().take(before_last);
    let stops: Vec<_> = changes.map(|segment| code(segment.destination.as_ref())).collect();
    let first = slice.segments.first().and_then(|segment| segment.origin.as_ref());
    let last = last.and_then(|segment| segment.destination.as_ref());
    let count = stops.len();
    Journey {
        from: code(first),
        to: code(last),
        route: texts.route(city(first), city(last)),
        summary: day_of(slice).map_or_else(|| texts.stops(count), |day| texts.day_and_stops(day, count)),
        stops,
    }
}

fn directions(texts: Texts, booking: &Booking, offer: &Offer) -> Vec<Direction> {
    let direction = |(index, slice): (usize, &Slice)| {
        let route = route(texts, slice);
        Direction {
            title: if index == 0 { texts.outbound(route) } else { texts.return_flight(route) },
            fare: slice.fare_brand_name.clone(),
            duration_and_stops: duration_and_stops(texts, slice),
            flights: slice.segments.iter().map(|segment| flight(texts, booking, slice, segment)).collect(),
        }
    };
    offer.slices.iter().enumerate().map(direction).collect()
}

/// `8h 50m, 1 stop, DUB 1h 55m`, as the page of the trip says it.
fn duration_and_stops(texts: Texts, slice: &Slice) -> String {
    let duration = journey::minutes(slice).map(|minutes| shown::minutes(texts, minutes));
    let stops = texts.stops(slice.segments.len().saturating_sub(1));
    let next = slice.segments.iter().skip(1);
    let waits = next.zip(journey::waits(slice)).map(|(segment, minutes)| {
        let airport = segment.origin.as_ref().map_or("", |place| &place.iata_code);
        match minutes {
            Some(minutes) => format!("{airport} {}", shown::minutes(texts, minutes)),
            None => airport.to_owned(),
        }
    });
    duration.into_iter().chain([stops]).chain(waits).collect::<Vec<_>>().join(", ")
}

fn flight(texts: Texts, booking: &Booking, slice: &Slice, segment: &Segment) -> Flight {
    let carrier = segment.marketing_carrier.clone().unwrap_or_default();
    let name = format!("{} {}", journey::number(segment), carrier.name);
    let (from, to) = (segment.origin.as_ref(), segment.destination.as_ref());
    let start = slice.segments.first().and_then(|first| first.departing_at.parse().ok());
    Flight {
        name: match journey::other_operator(segment) {
            Some(operator) => texts.operated_by(name, &operator.name),
            None => name,
        },
        from: end(texts, from, segment.origin_terminal.as_deref(), &segment.departing_at, start),
        to: end(texts, to, segment.destination_terminal.as_deref(), &segment.arriving_at, start),
        bags: bags(texts, &segment.baggages),
        extra_bags: bought_bags::on_flight(texts, booking, segment),
    }
}

/// The airport's name and code, and the terminal, where it is known.
pub fn airport(texts: Texts, place: &Place, terminal: Option<&str>) -> String {
    match terminal {
        Some(terminal) => texts.airport_terminal(&place.name, &place.iata_code, terminal),
        None => texts.airport(&place.name, &place.iata_code),
    }
}

fn end(
    texts: Texts,
    place: Option<&Place>,
    terminal: Option<&str>,
    local: &str,
    start: Option<DateTime>,
) -> End {
    let place = place.cloned().unwrap_or_default();
    let at = local.parse::<DateTime>().ok();
    End {
        place: airport(texts, &place, terminal),
        code: place.iata_code,
        date: at.map(shown::day).unwrap_or_default(),
        time: at.map(|at| at.strftime("%H:%M").to_string()).unwrap_or_default(),
        days: start.zip(at).map_or(0, |(start, at)| days_between(start, at)),
    }
}

fn days_between(start: DateTime, end: DateTime) -> i64 {
    end.date().duration_since(start.date()).as_hours() / 24
}

fn bags(texts: Texts, bags: &[Baggage]) -> String {
    let included = bags.iter().filter_map(|bag| included(texts, bag)).collect::<Vec<_>>().join(", ");
    match (included.is_empty(), ask_about(texts, bags)) {
        (true, None) => texts.no_bags(),
        (false, None) => included,
        (true, Some(question)) => question,
        (false, Some(question)) => texts.bags_and_question(included, question),
    }
}

fn lap_infant_bags(texts: Texts, travellers: &[Traveller]) -> Option<String> {
    let has_infant = travellers.iter().any(|traveller| traveller.kind == Kind::Infant);
    has_infant.then(|| texts.lap_infant_bags())
}

/// What the airline does not mention is not none.
fn ask_about(texts: Texts, bags: &[Baggage]) -> Option<String> {
    let is_unstated =
        |carry_on| bags.iter().any(|bag| bag.quantity.is_none() && is_carry_on(bag) == carry_on);
    match (is_unstated(false), is_unstated(true)) {
        (false, false) => None,
        (true, false) => Some(texts.ask_about_checked_bags()),
        (false, true) => Some(texts.ask_about_cabin_bags()),
        (true, true) => Some(texts.ask_about_all_bags()),
    }
}

fn included(texts: Texts, bag: &Baggage) -> Option<String> {
    let count = bag.quantity.filter(|quantity| *quantity > 0)?;
    Some(if is_carry_on(bag) { texts.cabin_bags(count) } else { texts.checked_bags(count) })
}

fn is_carry_on(bag: &Baggage) -> bool {
    bag.r#type == CARRY_ON
}

fn passenger(texts: Texts, booking: &Booking, traveller: &Traveller) -> Passenger {
    let own = booking.quote.seats.iter().filter(|seat| {
        seat.selection.as_ref().is_some_and(|selection| selection.passenger_id == traveller.passenger_id)
    });
    let flights: Vec<_> = booking.quote.offer.iter().flat_map(journey::segments).collect();
    Passenger {
        name: full_name(traveller),
        kind: kind(texts, traveller.kind),
        lap: booking.associated_adult(traveller).map(|adult| texts.on_lap_of(lap_name(booking, adult))),
        seats: own.map(|seat| seat_on(texts, &flights, seat)).collect::<Vec<_>>().join(", "),
        tickets: booking.ticket_numbers(traveller).join(", "),
    }
}

/// What the adult of a lap is called: by both names where another adult is called alike.
fn lap_name(booking: &Booking, adult: &Traveller) -> String {
    let called = adult.called().to_lowercase();
    let adults = booking.travellers.iter().filter(|other| other.kind == Kind::Adult);
    let alike = adults.filter(|other| other.called().to_lowercase() == called);
    if alike.count() > 1 { full_name(adult) } else { adult.called().to_owned() }
}

fn full_name(traveller: &Traveller) -> String {
    format!("{} {}", traveller.given_name, traveller.family_name)
}

/// The seat, and on a trip of several flights also of which (requirement R32).
fn seat_on(texts: Texts, flights: &[&Segment], seat: &QuotedSeat) -> String {
    let flight = flights.iter().find(|flight| flight.id == seat.segment_id).filter(|_| flights.len() > 1);
    match flight {
        Some(flight) => texts.seat_on_flight(&seat.designator, journey::number(flight)),
        None => seat.designator.clone(),
    }
}

fn kind(texts: Texts, kind: Kind) -> String {
    match kind {
        Kind::Adult => texts.adult(),
        Kind::Child => texts.child(),
        Kind::Infant => texts.infant(),
    }
}

/// Fare, taxes and seats, as far as they are anything, and each bag.
fn sums(texts: Texts, booking: &Booking) -> Vec<(String, String)> {
    let sums = Paid::of(booking).map(|paid| {
        [
            (texts.base_fare(), paid.base_fare),
            (texts.taxes_and_fees(), paid.taxes),
            (texts.seats(), paid.seats),
        ]
    });
    let sums = sums.into_iter().flatten().filter(|(_, sum)| sum.minor > 0);
    sums.map(|(name, sum)| (name, shown::sum(sum))).chain(bought_bags::lines(texts, booking)).collect()
}

fn service_fee(booking: &Booking) -> Option<String> {
    let fee = booking.total.checked_sub(booking.provider_total).ok()?;
    (fee.minor > 0).then(|| shown::sum(fee))
}

/// What the airline did not say is no promise. `refused`: what is said of what it does not allow.
fn rule(texts: Texts, condition: Option<Condition>, refused: String) -> String {
    match condition {
        None => texts.rule_unknown(),
        Some(Condition { allowed: false, .. }) => refused,
        Some(Condition { penalty_amount: Some(amount), penalty_currency: Some(currency), .. }) => {
            match Money::parse(&amount, &currency) {
                Ok(fee) if fee.minor == 0 => texts.rule_free(),
                Ok(fee) => texts.rule_for_a_fee(shown::sum(fee)),
                Err(_) => texts.rule_for_a_fee(format!("{amount} {currency}")),
            }
        }
        Some(_) => texts.rule_maybe_for_a_fee(),
    }
}

#[cfg(test)]
mod tests {
    use texts::Locale;
    use time::OffsetDateTime;

    use super::*;

    fn flown(codes: &[&str]) -> Slice {
        let place = |code: &str| Place { iata_code: code.into(), ..Place::default() };
        let flights = codes.windows(2).map(|ends| Segment {
            origin: Some(place(ends[0])),
            destination: Some(place(ends[1])),
            departing_at: "2027-03-05T09:00:00".into(),
            ..Segment::default()
        });
        Slice { segments: flights.collect(), ..Slice::default() }
    }

    #[test]
    fn a_journey_names_its_ends_and_every_change_of_planes() {
        let check = |codes: &[&str], stops: &[&str], summary: &str| {
            let journey = journey_of(Texts::of(Locale::English), &flown(codes));
            assert_eq!((journey.from.as_str(), journey.to.as_str()), ("BOS", "SYD"));
            assert_eq!(journey.stops, stops);
            assert_eq!(journey.summary, summary);
        };
        check(&["BOS", "SYD"], &[], "Fri, Mar 5, 2027, nonstop");
        check(&["BOS", "LHR", "SYD"], &["LHR"], "Fri, Mar 5, 2027, 1 stop");
        check(&["BOS", "LHR", "SIN", "SYD"], &["LHR", "SIN"], "Fri, Mar 5, 2027, 2 stops");
    }

    #[test]
    fn where_an_infant_travels_on_a_lap_it_is_said_whom_the_bags_are_for() {
        let check = |other: Kind, is_said: bool| {
            let travellers = [Traveller::sample(), Traveller { kind: other, ..Traveller::sample() }];
            let said = lap_infant_bags(Texts::of(Locale::English), &travellers);
            assert_eq!(said.is_some(), is_said);
        };
        check(Kind::Infant, true);
        check(Kind::Child, false);
    }

    #[test]
    fn an_infant_is_named_with_the_adult_of_the_lap_where_that_is_stored() {
        let infant = Traveller { passenger_id: "pas_2".into(), kind: Kind::Infant, ..Traveller::sample() };
        let check = |adult: Traveller, lap: Option<&str>| {
            let total = Money::new(100, "GBP".parse().unwrap());
            let travellers = vec![adult, infant.clone()];
            let booking = Booking { travellers, ..Booking::sample(total, OffsetDateTime::UNIX_EPOCH) };
            let laps = booking.travellers.iter().map(|one| passenger(texts(&booking), &booking, one).lap);
            assert_eq!(laps.collect::<Vec<_>>(), [None, lap.map(str::to_owned)]);
        };
        let with_infant = || Traveller { infant_id: Some("pas_2".into()), ..Traveller::sample() };
        check(with_infant(), Some("on Ada's lap"));
        check(Traveller { given_name: "Fnu".into(), ..with_infant() }, Some("on Byron's lap"));
        check(Traveller::sample(), None);
    }

    #[test]
    fn of_two_adults_who_are_called_alike_both_names_say_on_whose_lap_an_infant_sits() {
        let infant = Traveller { passenger_id: "pas_2".into(), kind: Kind::Infant, ..Traveller::sample() };
        let check = |given_name: &str, kind: Kind, lap: &str| {
            let adult = Traveller { infant_id: Some("pas_2".into()), ..Traveller::sample() };
            let other = Traveller {
                passenger_id: "pas_3".into(),
                kind,
                given_name: given_name.into(),
                family_name: "King".into(),
                ..Traveller::sample()
            };
            let total = Money::new(100, "GBP".parse().unwrap());
            let travellers = vec![adult, infant.clone(), other];
            let booking = Booking { travellers, ..Booking::sample(total, OffsetDateTime::UNIX_EPOCH) };
            let said = passenger(texts(&booking), &booking, &infant).lap;
            assert_eq!(said.as_deref(), Some(lap));
        };
        check("ADA", Kind::Adult, "on Ada Byron's lap");
        check("Grace", Kind::Adult, "on Ada's lap");
        check("Ada", Kind::Child, "on Ada's lap");
    }

    #[test]
    fn bags_that_the_airline_does_not_mention_are_a_question_to_it() {
        let texts = Texts::of(Locale::English);
        let check = |checked: Option<u32>, carry_on: Option<u32>, expected: &str| {
            let bag = |kind: &str, quantity| Baggage { r#type: kind.into(), quantity };
            let bags = bags(texts, &[bag("checked", checked), bag("carry_on", carry_on)]);
            assert_eq!(bags, expected);
        };
        check(Some(2), Some(1), "2 checked bags, 1 cabin bag");
        check(Some(0), Some(1), "1 cabin bag");
        check(Some(0), Some(0), "no bags beyond what fits under the seat");
        check(Some(1), None, "1 checked bag; ask the airline about cabin bags");
        check(Some(0), None, "ask the airline about cabin bags");
        check(None, None, "ask the airline about checked and cabin bags");
        assert_eq!(bags(texts, &[]), "no bags beyond what fits under the seat");
    }
}
