//! When and where the flights of an offer are. Times on offers are local to their airports.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use proto::flights::v1::{Carrier, Offer, Place, Segment, Slice};
use time::format_description::well_known::Iso8601;
use time::{Date, OffsetDateTime};

/// All flights, in the order in which they are flown.
pub fn segments(offer: &Offer) -> impl Iterator<Item = &Segment> {
    offer.slices.iter().flat_map(|slice| &slice.segments)
}

/// Of the flight as it is sold, such as `AT 408`.
pub fn number(segment: &Segment) -> String {
    let carrier = segment.marketing_carrier.as_ref().map_or("", |carrier| &carrier.iata_code);
    numbered(carrier, &segment.flight_number)
}

/// Apart, as the site writes it: an airline's code may end in a digit, and `B613` be read as its flight 613.
pub fn numbered(carrier: &str, number: &str) -> String {
    format!("{carrier} {number}")
}

/// The date from which ages count: that of the last slice.
pub fn travel_on(offer: &Offer) -> Option<Date> {
    departs_on(offer.slices.last()?.segments.first()?)
}

/// The local date of a flight's departure.
pub fn departs_on(segment: &Segment) -> Option<Date> {
    Date::parse(segment.departing_at.split('T').next()?, &Iso8601::DATE).ok()
}

/// The instant a flight departs at; unknown where the airport's zone is.
pub fn takes_off(segment: &Segment) -> Option<OffsetDateTime> {
    instant(&segment.departing_at, zone(segment.origin.as_ref()?)?)
}

/// The instant a flight arrives at; unknown where the airport's zone is.
pub fn lands(segment: &Segment) -> Option<OffsetDateTime> {
    instant(&segment.arriving_at, zone(segment.destination.as_ref()?)?)
}

/// Minutes from the first take-off to the last landing as the airline states them, else the sum of flights and waits.
pub fn minutes(slice: &Slice) -> Option<u32> {
    let flown = slice.segments.iter().map(|segment| stated_minutes(segment.duration.as_deref()));
    stated_minutes(slice.duration.as_deref()).or_else(|| flown.chain(waits(slice)).sum())
}

fn stated_minutes(duration: Option<&str>) -> Option<u32> {
    duration.and_then(duffel::duration::minutes)
}

/// Minutes before each flight but the first. Both times of a wait are local to the same city.
pub fn waits(slice: &Slice) -> impl Iterator<Item = Option<u32>> {
    let next = slice.segments.iter().skip(1);
    slice.segments.iter().zip(next).map(|(landed, next)| wait(&landed.arriving_at, &next.departing_at))
}

fn wait(from: &str, until: &str) -> Option<u32> {
    let (from, until) = (from.parse::<DateTime>().ok()?, until.parse::<DateTime>().ok()?);
    u32::try_from(until.duration_since(from).as_mins()).ok()
}

/// Who flies the aircraft, where it is not the airline that sold the flight.
pub fn other_operator(segment: &Segment) -> Option<&Carrier> {
    let seller = segment.marketing_carrier.as_ref().map(|carrier| &carrier.iata_code);
    segment.operating_carrier.as_ref().filter(|operator| Some(&operator.iata_code) != seller)
}

/// The instant of the first departure. Half a day wrong at most, where the airport's zone is unknown.
pub fn departs_at(offer: &Offer) -> Option<OffsetDateTime> {
    let first = offer.slices.first()?.segments.first()?;
    instant(&first.departing_at, zone(first.origin.as_ref()?).unwrap_or(TimeZone::UTC))
}

/// The instant of the last landing. Half a day wrong at most, where the airport's zone is unknown.
pub fn arrives_at(offer: &Offer) -> Option<OffsetDateTime> {
    let last = offer.slices.last()?.segments.last()?;
    instant(&last.arriving_at, zone(last.destination.as_ref()?).unwrap_or(TimeZone::UTC))
}

/// Passports are needed where the airline says so, between JFK and LHR, and across any border.
pub fn needs_passports(offer: &Offer) -> bool {
    let ends = offer.slices.iter().flat_map(|slice| {
        let segments = slice.segments.iter().map(segment_ends);
        segments.chain([(slice.origin.as_ref(), slice.destination.as_ref())])
    });
    offer.passenger_identity_documents_required || ends.filter_map(both).any(is_abroad)
}

fn segment_ends(segment: &Segment) -> (Option<&Place>, Option<&Place>) {
    (segment.origin.as_ref(), segment.destination.as_ref())
}

fn both<'p>(ends: (Option<&'p Place>, Option<&'p Place>)) -> Option<(&'p Place, &'p Place)> {
    ends.0.zip(ends.1)
}

fn is_abroad((from, to): (&Place, &Place)) -> bool {
    from.country_code != to.country_code
        || matches!((from.iata_code.as_str(), to.iata_code.as_str()), ("JFK", "LHR") | ("LHR", "JFK"))
}

fn zone(place: &Place) -> Option<TimeZone> {
    TimeZone::get(place.time_zone.as_deref()?).ok()
}

fn instant(local: &str, zone: TimeZone) -> Option<OffsetDateTime> {
    let local: DateTime = local.parse().ok()?;
    let at: Timestamp = local.to_zoned(zone).ok()?.timestamp();
    OffsetDateTime::from_unix_timestamp(at.as_second()).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    fn place(code: &str, country: &str, zone: &str) -> Place {
        Place {
            iata_code: code.into(),
            country_code: country.into(),
            time_zone: Some(zone.into()),
            ..Place::default()
        }
    }

    fn flight(from: &Place, to: &Place, departing_at: &str, arriving_at: &str) -> Slice {
        let (origin, destination) = (Some(from.clone()), Some(to.clone()));
        let segment = Segment {
            departing_at: departing_at.into(),
            arriving_at: arriving_at.into(),
            origin: origin.clone(),
            destination: destination.clone(),
            ..Segment::default()
        };
        Slice { origin, destination, segments: vec![segment], ..Slice::default() }
    }

    #[test]
    fn r030_the_last_arrival_counts_in_its_airports_zone() {
        let (london, tokyo) = (place("LHR", "GB", "Europe/London"), place("HND", "JP", "Asia/Tokyo"));
        let out = flight(&london, &tokyo, "2026-06-01T11:00:00", "2026-06-02T07:00:00");
        let back = flight(&tokyo, &london, "2026-06-10T23:30:00", "2026-06-11T05:45:00");
        let offer = Offer { slices: vec![out, back], ..Offer::default() };

        assert_eq!(departs_at(&offer), Some(datetime!(2026-06-01 10:00 UTC)));
        assert_eq!(arrives_at(&offer), Some(datetime!(2026-06-11 04:45 UTC)));
        assert_eq!(travel_on(&offer), Some(date!(2026 - 06 - 10)));
    }

    #[test]
    fn s121_passports_are_needed_across_a_border_of_any_flight() {
        let boston = place("BOS", "US", "America/New_York");
        let denver = place("DEN", "US", "America/Denver");
        let toronto = place("YYZ", "CA", "America/Toronto");
        let home = flight(&boston, &denver, "2026-06-01T11:00:00", "2026-06-01T14:00:00");
        let abroad = flight(&denver, &toronto, "2026-06-02T11:00:00", "2026-06-02T16:00:00");
        let offer = |slices| Offer { slices, ..Offer::default() };

        assert!(!needs_passports(&offer(vec![home.clone()])));
        assert!(needs_passports(&offer(vec![home.clone(), abroad])));
        let asked = Offer { passenger_identity_documents_required: true, ..offer(vec![home]) };
        assert!(needs_passports(&asked));
    }
}
