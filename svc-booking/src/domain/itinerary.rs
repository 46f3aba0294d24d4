//! A trip in the words of its papers: what was bought, what it includes, what it cost.

use jiff::civil::DateTime;
use money::Money;
use proto::flights::v1::{Baggage, Condition, Offer, Place, Segment, Slice};
use proto::offers::v1::QuotedSeat;
use service::Mode;

use super::paid::Paid;
use super::party::{Kind, Traveller};
use super::{Booking, journey, shown};

/// A trip of test mode looks like any other.
const TEST: &str = "This is a test booking: it has no real ticket, and no card was really charged.";

/// What mails and documents say of a booking.
pub struct Itinerary {
    /// Whom they address.
    pub name: String,
    /// The airline's booking reference.
    pub reference: String,
    /// Who sold the tickets, and checks in.
    pub airline: String,
    pub directions: Vec<Direction>,
    /// The same ways, each in a line.
    pub journeys: Vec<Journey>,
    pub passengers: Vec<Passenger>,
    /// What the total is made of, where it is known to the cent.
    pub sums: Vec<(&'static str, String)>,
    /// Of a test nothing was charged.
    pub total_label: &'static str,
    pub total: String,
    /// What it was paid with, where that is known.
    pub card: Option<String>,
    /// The agency's own part of the base fare, where it takes one.
    pub service_fee: Option<String>,
    pub changes: String,
    pub refunds: String,
    /// What the traveller does before the flight.
    pub advice: Vec<String>,
    /// That it is no real trip, where it is none.
    pub test: Option<&'static str>,
}

pub struct Direction {
    pub title: &'static str,
    pub route: String,
    pub fare: Option<String>,
    pub flights: Vec<Flight>,
}

/// A way as the site draws it: from end to end, with the stops between.
pub struct Journey {
    pub from: Port,
    /// Codes of the airports where the plane is changed.
    pub stops: Vec<String>,
    pub to: Port,
    /// When it begins, and how often the plane is changed.
    pub summary: String,
}

pub struct Port {
    pub code: String,
    pub city: String,
}

pub struct Flight {
    /// Number and airline.
    pub name: String,
    /// Who flies the aircraft, where it is somebody else (requirement R22).
    pub operator: Option<String>,
    pub from: End,
    pub to: End,
    pub bags: String,
}

/// A take-off or landing, in the airport's own time.
pub struct End {
    /// Of the airport.
    pub code: String,
    pub place: String,
    pub date: String,
    pub time: String,
}

pub struct Passenger {
    pub name: String,
    pub kind: &'static str,
    pub seats: String,
    /// Numbers of electronic tickets; empty until the airline has given them.
    pub tickets: String,
}

/// What a booking that is none says of itself, first of all.
pub fn test_notice(booking: &Booking) -> Option<&'static str> {
    is_test(booking).then_some(TEST)
}

fn is_test(booking: &Booking) -> bool {
    booking.mode != Mode::Live
}

impl Itinerary {
    /// Nothing while there is no order.
    pub fn of(booking: &Booking) -> Option<Self> {
        let (order, offer) = (booking.order.as_ref()?, booking.quote.offer.as_ref()?);
        let conditions = offer.conditions.clone().unwrap_or_default();
        let airline = offer.owner.as_ref().map_or("the airline", |owner| &owner.name);
        Some(Self {
            name: booking.primary().map_or("traveler", Traveller::called).to_owned(),
            reference: order.reference.clone(),
            airline: airline.to_owned(),
            directions: directions(offer),
            journeys: journeys(offer),
            passengers: booking.travellers.iter().map(|traveller| passenger(booking, traveller)).collect(),
            sums: Paid::of(booking).as_ref().map(sums).unwrap_or_default(),
            total_label: if is_test(booking) { "Total" } else { "Total charged" },
            total: shown::sum(booking.total),
            card: booking.card.clone(),
            service_fee: service_fee(booking),
            changes: rule(conditions.change_before_departure),
            refunds: rule(conditions.refund_before_departure),
            advice: advice(booking, offer, airline),
            test: test_notice(booking),
        })
    }
}

/// Of a test no airline has a page, a counter or a seat.
fn advice(booking: &Booking, offer: &Offer, airline: &str) -> Vec<String> {
    if is_test(booking) {
        return vec!["A test booking cannot be checked in or flown.".to_owned()];
    }
    let check_in = format!("Online check-in opens with {airline} 24-48 hours before departure.");
    let passports = journey::needs_passports(offer)
        .then(|| "Please check what passports and visas your trip needs.".to_owned());
    [check_in].into_iter().chain(passports).collect()
}

/// `London to New York`.
pub fn route(slice: &Slice) -> String {
    let city = |place: Option<&Place>| place.map_or("", |place| &place.city_name).to_owned();
    format!("{} to {}", city(slice.origin.as_ref()), city(slice.destination.as_ref()))
}

/// `London to New York on Tue, Mar 5, 2027`.
pub fn route_and_day(slice: &Slice) -> String {
    let day = day_of(slice).map(|day| format!(" on {day}")).unwrap_or_default();
    route(slice) + &day
}

fn day_of(slice: &Slice) -> Option<String> {
    slice.segments.first()?.departing_at.parse().ok().map(shown::day)
}

/// The ways of a trip, each in a line.
pub fn journeys(offer: &Offer) -> Vec<Journey> {
    offer.slices.iter().map(journey_of).collect()
}

fn journey_of(slice: &Slice) -> Journey {
    let port = |place: Option<&Place>| {
        let place = place.cloned().unwrap_or_default();
        Port { code: place.iata_code, city: place.city_name }
    };
    let last = slice.segments.last();
    let before_last = slice.segments.len().saturating_sub(1);
    let code_of = |segment: &Segment| port(segment.destination.as_ref()).code;
    let stops: Vec<_> = slice.segments.iter().take(before_last).map(code_of).collect();
    let changes = match stops.len() {
        0 => "nonstop".to_owned(),
        1 => "1 stop".to_owned(),
        many => format!("{many} stops"),
    };
    Journey {
        from: port(slice.segments.first().and_then(|segment| segment.origin.as_ref())),
        to: port(last.and_then(|segment| segment.destination.as_ref())),
        summary: day_of(slice).into_iter().chain([changes]).collect::<Vec<_>>().join(", "),
        stops,
    }
}

fn directions(offer: &Offer) -> Vec<Direction> {
    let direction = |(index, slice): (usize, &Slice)| Direction {
        title: if index == 0 { "Outbound" } else { "Return" },
        route: route(slice),
        fare: slice.fare_brand_name.clone(),
        flights: slice.segments.iter().map(flight).collect(),
    };
    offer.slices.iter().enumerate().map(direction).collect()
}

fn flight(segment: &Segment) -> Flight {
    let carrier = segment.marketing_carrier.clone().unwrap_or_default();
    Flight {
        name: format!("{} {}", journey::number(segment), carrier.name),
        operator: journey::other_operator(segment).map(|operator| operator.name.clone()),
        from: end(segment.origin.as_ref(), segment.origin_terminal.as_deref(), &segment.departing_at),
        to: end(segment.destination.as_ref(), segment.destination_terminal.as_deref(), &segment.arriving_at),
        bags: bags(&segment.baggages),
    }
}

fn end(place: Option<&Place>, terminal: Option<&str>, local: &str) -> End {
    let place = place.cloned().unwrap_or_default();
    let terminal = terminal.map(|name| format!(", terminal {name}")).unwrap_or_default();
    let at = local.parse::<DateTime>().ok();
    End {
        code: place.iata_code.clone(),
        place: format!("{} ({}){terminal}", place.name, place.iata_code),
        date: at.map(shown::day).unwrap_or_default(),
        time: at.map(|at| at.strftime("%H:%M").to_string()).unwrap_or_default(),
    }
}

fn bags(bags: &[Baggage]) -> String {
    let included: Vec<_> = bags.iter().filter_map(included).collect();
    let unstated: Vec<_> = bags.iter().filter(|bag| bag.quantity.is_none()).map(bag_kind).collect();
    match (included.is_empty(), unstated.is_empty()) {
        (true, true) => "no bags beyond what fits under the seat".to_owned(),
        (_, true) => included.join(", "),
        (true, false) => asked(&unstated),
        (false, false) => format!("{}; {}", included.join(", "), asked(&unstated)),
    }
}

/// What the airline does not mention is not none.
fn asked(kinds: &[&str]) -> String {
    format!("ask the airline about {} bags", kinds.join(" and "))
}

fn included(bag: &Baggage) -> Option<String> {
    let quantity = bag.quantity.filter(|quantity| *quantity > 0)?;
    let plural = if quantity == 1 { "" } else { "s" };
    Some(format!("{quantity} {} bag{plural}", bag_kind(bag)))
}

fn bag_kind(bag: &Baggage) -> &'static str {
    if bag.r#type == "carry_on" { "carry-on" } else { "checked" }
}

fn passenger(booking: &Booking, traveller: &Traveller) -> Passenger {
    let own = booking.quote.seats.iter().filter(|seat| {
        seat.selection.as_ref().is_some_and(|selection| selection.passenger_id == traveller.passenger_id)
    });
    let flights: Vec<_> = booking.quote.offer.iter().flat_map(journey::segments).collect();
    Passenger {
        name: format!("{} {}", traveller.given_name, traveller.family_name),
        kind: kind(traveller.kind),
        seats: own.map(|seat| seat_on(&flights, seat)).collect::<Vec<_>>().join(", "),
        tickets: booking.ticket_numbers(traveller).join(", "),
    }
}

/// The seat, and on a trip of several flights also of which (requirement R32).
fn seat_on(flights: &[&Segment], seat: &QuotedSeat) -> String {
    let flight = flights.iter().find(|flight| flight.id == seat.segment_id).filter(|_| flights.len() > 1);
    let number = flight.map(|flight| format!(" on {}", journey::number(flight))).unwrap_or_default();
    format!("{}{number}", seat.designator)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Adult => "Adult",
        Kind::Child => "Child",
        Kind::Infant => "Infant",
    }
}

/// Fare, taxes and seats, as far as they are anything.
fn sums(paid: &Paid) -> Vec<(&'static str, String)> {
    let sums = [("Base fare", paid.base_fare), ("Taxes and fees", paid.taxes), ("Seats", paid.seats)];
    sums.into_iter().filter(|(_, sum)| sum.minor > 0).map(|(name, sum)| (name, shown::sum(sum))).collect()
}

fn service_fee(booking: &Booking) -> Option<String> {
    let fee = booking.total.checked_sub(booking.provider_total).ok()?;
    (fee.minor > 0).then(|| shown::sum(fee))
}

/// What the airline did not say is no promise.
fn rule(condition: Option<Condition>) -> String {
    match condition {
        None => "Please ask the airline".to_owned(),
        Some(Condition { allowed: false, .. }) => "Not possible".to_owned(),
        Some(Condition { penalty_amount: Some(amount), penalty_currency: Some(currency), .. }) => {
            match Money::parse(&amount, &currency) {
                Ok(fee) if fee.minor == 0 => "Possible, without a fee".to_owned(),
                Ok(fee) => format!("Possible, for a fee of {}", shown::sum(fee)),
                Err(_) => format!("Possible, for a fee of {amount} {currency}"),
            }
        }
        Some(_) => "Possible; the airline may ask a fee".to_owned(),
    }
}

#[cfg(test)]
mod tests {
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
            let journey = journey_of(&flown(codes));
            assert_eq!((journey.from.code.as_str(), journey.to.code.as_str()), ("BOS", "SYD"));
            assert_eq!(journey.stops, stops);
            assert_eq!(journey.summary, summary);
        };
        check(&["BOS", "SYD"], &[], "Fri, Mar 5, 2027, nonstop");
        check(&["BOS", "LHR", "SYD"], &["LHR"], "Fri, Mar 5, 2027, 1 stop");
        check(&["BOS", "LHR", "SIN", "SYD"], &["LHR", "SIN"], "Fri, Mar 5, 2027, 2 stops");
    }

    #[test]
    fn bags_that_the_airline_does_not_mention_are_a_question_to_it() {
        let check = |checked: Option<u32>, carry_on: Option<u32>, expected: &str| {
            let bag = |kind: &str, quantity| Baggage { r#type: kind.into(), quantity };
            assert_eq!(bags(&[bag("checked", checked), bag("carry_on", carry_on)]), expected);
        };
        check(Some(2), Some(1), "2 checked bags, 1 carry-on bag");
        check(Some(0), Some(1), "1 carry-on bag");
        check(Some(0), Some(0), "no bags beyond what fits under the seat");
        check(Some(1), None, "1 checked bag; ask the airline about carry-on bags");
        check(Some(0), None, "ask the airline about carry-on bags");
        check(None, None, "ask the airline about checked and carry-on bags");
        assert_eq!(bags(&[]), "no bags beyond what fits under the seat");
    }
}
