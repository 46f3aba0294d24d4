//! How long a journey is as the order "best" counts it.

use duffel::Offer;
use duffel::wire::{Segment, Slice};

/// Of each connection.
pub(crate) const CONNECTION_MIN: u32 = 60;
/// Of a connection with a change of airport or a night, on top.
pub(crate) const HARD_CONNECTION_MIN: u32 = 180;

/// The minutes of a journey that flies so long, and more for each connection.
pub(crate) fn weighted_minutes(offer: &Offer, duration_min: u32) -> u32 {
    let connections = offer.slices.iter().flat_map(connections_of);
    connections.map(minutes_of).fold(duration_min, u32::saturating_add)
}

/// How often one changes from a flight to the next.
pub(crate) fn connections(offer: &Offer) -> u32 {
    let count = offer.slices.iter().flat_map(connections_of).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn connections_of(slice: &Slice) -> impl Iterator<Item = (&Segment, &Segment)> {
    slice.segments.iter().zip(slice.segments.iter().skip(1))
}

fn minutes_of((before, after): (&Segment, &Segment)) -> u32 {
    let changes_airport = before.destination.iata_code != after.origin.iata_code;
    // Both times are local to the same city.
    let is_overnight = date(&before.arriving_at) < date(&after.departing_at);
    let is_hard = changes_airport || is_overnight;
    CONNECTION_MIN + if is_hard { HARD_CONNECTION_MIN } else { 0 }
}

/// The date of a time as the provider writes it, `2026-04-24T09:00:00`.
fn date(local: &str) -> &str {
    local.split_once('T').map_or(local, |(date, _)| date)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The weight of a journey of ten hours that connects like this.
    fn weight(arrives: &str, leaves: &str, from: &str) -> u32 {
        weighted_minutes(&connecting(arrives, leaves, from), 600)
    }

    fn connecting(arrives: &str, leaves: &str, from: &str) -> Offer {
        let mut offer = duffel::testing::offer();
        let mut first = offer["slices"][0]["segments"][0].clone();
        let mut second = first.clone();
        let set = |segment: &mut Value, name: &str, value: &str| segment[name] = value.into();
        set(&mut first, "arriving_at", arrives);
        set(&mut second, "departing_at", leaves);
        second["origin"]["iata_code"] = from.into();
        offer["slices"][0]["segments"] = json!([first, second]);
        serde_json::from_value(offer).unwrap()
    }

    #[test]
    fn r042_see07_a_connection_counts_an_hour_and_a_hard_one_three_more() {
        let (noon, evening, morning) = ("2026-04-24T12:05:00", "2026-04-24T18:00:00", "2026-04-25T07:00:00");

        assert_eq!(weight(noon, evening, "JFK"), 660);
        assert_eq!(weight(noon, evening, "EWR"), 840);
        assert_eq!(weight(noon, morning, "JFK"), 840);
        assert_eq!(weight(noon, morning, "EWR"), 840);
    }

    #[test]
    fn r042_see07_a_nonstop_flight_counts_its_own_time() {
        let offer = serde_json::from_value(duffel::testing::offer()).unwrap();

        assert_eq!(weighted_minutes(&offer, 485), 485);
    }

    #[test]
    fn see10_a_change_of_flight_is_a_connection() {
        let nonstop = serde_json::from_value(duffel::testing::offer()).unwrap();
        let one_stop = connecting("2026-04-24T12:05:00", "2026-04-24T18:00:00", "JFK");

        assert_eq!((connections(&nonstop), connections(&one_stop)), (0, 1));
    }
}
