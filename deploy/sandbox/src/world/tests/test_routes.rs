//! The provider's one-way test routes, as far as the world keeps their promises.

use super::{super::Cabin, offers, one_way, segments, slices};

const DATE: &str = "2027-01-20";

#[test]
fn pvd_rai_has_no_offers() {
    assert!(offers(&one_way("PVD", "RAI", DATE)).is_empty());
}

#[test]
fn jfk_ewr_can_always_be_held() {
    let found = offers(&one_way("JFK", "EWR", DATE));

    assert!(!found.is_empty() && found.iter().all(|offer| offer.holdable));
}

#[test]
fn lhr_dxb_has_connections_only() {
    let found = offers(&one_way("LHR", "DXB", DATE));

    assert!(found.iter().any(|offer| offer.airline == "ZZ"));
    assert!(slices(&found).all(|slice| slice.segments.len() > 1));
}

#[test]
fn dxb_ams_lands_once_inside_the_segment() {
    let found = offers(&one_way("DXB", "AMS", DATE));

    assert!(found.iter().any(|offer| offer.airline == "ZZ"));
    for segment in segments(&found) {
        let [stop] = segment.stops.as_slice() else { panic!("{segment:?}") };
        assert!(stop.airport != segment.origin && stop.airport != segment.destination);
        assert_eq!(
            stop.departing_at.duration_since(stop.arriving_at).as_mins(),
            i64::from(stop.duration_min)
        );
        let lands = super::instant(&stop.airport, stop.arriving_at);
        let leaves = super::instant(&stop.airport, stop.departing_at);
        assert!(super::departs(segment) < lands && leaves < super::arrives(segment));
    }
}

#[test]
fn bts_mru_has_no_bags() {
    let found = offers(&one_way("BTS", "MRU", DATE));

    assert!(!found.is_empty());
    assert!(segments(&found).all(|segment| (segment.checked_bags, segment.carry_on_bags) == (0, 0)));
}

#[test]
fn bts_abv_sells_no_extra_bag() {
    let found = offers(&one_way("BTS", "ABV", DATE));

    assert!(!found.is_empty() && found.iter().all(|offer| offer.extra_bags.is_empty()));
}

#[test]
fn the_test_airline_flies_between_all_airports_of_the_other_test_routes() {
    let routes = [
        ("STN", "LHR"),
        ("LGW", "LHR"),
        ("LHR", "STN"),
        ("LHR", "LGW"),
        ("LGW", "STN"),
        ("LTN", "STN"),
        ("SEN", "STN"),
        ("LCY", "STN"),
        ("LHR", "LTN"),
        ("LTN", "SYD"),
    ];
    for (origin, destination) in routes {
        let found = offers(&one_way(origin, destination, DATE));

        assert!(found.iter().any(|offer| offer.airline == "ZZ"), "{origin}-{destination}");
    }
}

#[test]
fn the_test_airline_sells_what_the_providers_does() {
    let found = offers(&one_way("LHR", "JFK", DATE));
    let of_test_airline: Vec<_> = found.iter().filter(|offer| offer.airline == "ZZ").collect();

    assert!((2..=10).contains(&of_test_airline.len()));
    for offer in of_test_airline {
        let segment = &offer.slices[0].segments[0];
        assert!(offer.holdable);
        let [bag] = offer.extra_bags.as_slice() else { panic!("{:?}", offer.extra_bags) };
        assert_eq!((bag.price, bag.weight_kg, bag.max_quantity), (2_000, 23, 1));
        assert_eq!((offer.slices[0].fare_brand.as_str(), segment.aircraft.as_str()), ("Basic", "773"));
        assert_eq!((segment.checked_bags, segment.carry_on_bags, segment.flight_number.len()), (1, 1, 4));
        assert_eq!(
            (segment.origin_terminal.as_deref(), segment.destination_terminal.as_deref()),
            (Some("2"), Some("1"))
        );
        assert!(
            [offer.refund, offer.change]
                .iter()
                .all(|condition| condition.penalty.is_none_or(|paid| paid == 4_000))
        );
    }
}

#[test]
fn the_test_airline_sells_every_cabin() {
    for cabin in [Cabin::Economy, Cabin::PremiumEconomy, Cabin::Business, Cabin::First] {
        let mut query = one_way("ZQN", "FAI", DATE);
        query.cabin = Some(cabin);

        assert!(offers(&query).iter().any(|offer| offer.airline == "ZZ"), "{cabin:?}");
    }
}
