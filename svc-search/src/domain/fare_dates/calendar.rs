use time::{Date, Duration};

use crate::domain::{Query, SOLD_AHEAD};

/// Departures of a graph after its first one.
const GRAPH_DAYS: i64 = 60;
/// How far apart departures are that are compared.
const COMPARED_DAYS: u8 = 30;

/// A departure and perhaps a return.
type Dates = (Date, Option<Date>);

/// Which dates are shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Departures and returns, each so many days before and after the chosen one.
    Grid { span: u8 },
    /// Departures of one way, so many days before and after the chosen one.
    Strip { span: u8 },
    /// Departures around the chosen one, from today on, with a return so many days later.
    Graph { stay: Option<u16> },
}

/// The queries of all cells, departure by departure. Cells that stay blank are left out: a return before its departure,
/// what is past, and what nobody sells yet. `today` is the date in UTC. A chosen departure of yesterday, which is today
/// somewhere, is not past.
pub(crate) fn date_pairs(query: &Query, shape: Shape, today: Date) -> Vec<Query> {
    let pairs = match shape {
        Shape::Grid { span } => grid(query, span),
        Shape::Strip { span } => around(query.departure_on, span).map(|out| (out, None)).collect(),
        Shape::Graph { stay } => {
            let stay = stay.map(|days| Duration::days(days.into()));
            with_stay(graph(query.departure_on, today), stay)
        }
    };
    sold(query, pairs, today)
}

/// The other departures within 30 days of the chosen one with the same stay: what its price is compared with.
pub(crate) fn same_stay(query: &Query, today: Date) -> Vec<Query> {
    let stay = query.return_on.map(|back| back - query.departure_on);
    let mut pairs = with_stay(around(query.departure_on, COMPARED_DAYS), stay);
    pairs.retain(|(out, _)| *out != query.departure_on);
    sold(query, pairs, today)
}

/// Puts the pairs in the order of the days by which departure and return together differ from the chosen ones; of equal
/// ones, the first stays first.
pub(crate) fn nearest_first(mut pairs: Vec<Query>, chosen: &Query) -> Vec<Query> {
    pairs.sort_by_key(|pair| days_moved(pair, chosen));
    pairs
}

/// All returns of each departure; a query of one way has departures alone.
fn grid(query: &Query, span: u8) -> Vec<Dates> {
    let returns: Vec<Option<Date>> = match query.return_on {
        Some(back) => around(back, span).map(Some).collect(),
        None => vec![None],
    };
    around(query.departure_on, span).flat_map(|out| returns.iter().map(move |back| (out, *back))).collect()
}

/// Departures with the chosen one in the middle. Where that would begin before today they begin today, or on a chosen
/// day of yesterday.
fn graph(chosen: Date, today: Date) -> impl Iterator<Item = Date> {
    let first = chosen.saturating_sub(Duration::days(GRAPH_DAYS / 2)).max(today.min(chosen));
    (0..=GRAPH_DAYS).map(move |days| first.saturating_add(Duration::days(days)))
}

fn with_stay(departures: impl Iterator<Item = Date>, stay: Option<Duration>) -> Vec<Dates> {
    departures.map(|out| (out, stay.map(|stay| out.saturating_add(stay)))).collect()
}

fn around(on: Date, span: u8) -> impl Iterator<Item = Date> {
    let span = i64::from(span);
    (-span..=span).map(move |days| on.saturating_add(Duration::days(days)))
}

fn sold(query: &Query, pairs: Vec<Dates>, today: Date) -> Vec<Query> {
    let (first, last) = (today.min(query.departure_on), today.saturating_add(SOLD_AHEAD));
    let is_sold = |(out, back): &Dates| {
        first <= *out && back.is_none_or(|back| *out <= back) && back.unwrap_or(*out) <= last
    };
    let with = |(departure_on, return_on)| Query { departure_on, return_on, ..*query };
    pairs.into_iter().filter(is_sold).map(with).collect()
}

fn days_moved(pair: &Query, chosen: &Query) -> i64 {
    let days = |(a, b): (Date, Date)| (a - b).whole_days().abs();
    let returns = pair.return_on.zip(chosen.return_on);
    days((pair.departure_on, chosen.departure_on)) + returns.map_or(0, days)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;
    use time::macros::date;

    use super::*;
    use crate::domain::{Ages, CabinClass, Travellers};

    const TODAY: Date = date!(2027 - 01 - 01);

    pub fn trip(departure_on: Date, return_on: Option<Date>) -> Query {
        Query {
            origin: "LHR".parse().unwrap(),
            destination: "JFK".parse().unwrap(),
            departure_on,
            return_on,
            cabin: CabinClass::Economy,
            travellers: Travellers { adults: 1, children: 0, infants: 0, ages: Ages::default() },
        }
    }

    fn week() -> Query {
        trip(date!(2027 - 01 - 15), Some(date!(2027 - 01 - 22)))
    }

    fn one_way() -> Query {
        trip(date!(2027 - 01 - 15), None)
    }

    /// Days of the month of departure and return.
    fn days(pairs: &[Query]) -> Vec<(u8, u8)> {
        pairs.iter().map(|pair| (pair.departure_on.day(), pair.return_on.map_or(0, Date::day))).collect()
    }

    #[test]
    fn day03_a_grid_is_all_returns_of_each_departure() {
        let pairs = date_pairs(&week(), Shape::Grid { span: 1 }, TODAY);

        let expected =
            [(14, 21), (14, 22), (14, 23), (15, 21), (15, 22), (15, 23), (16, 21), (16, 22), (16, 23)];
        assert_eq!(days(&pairs), expected);
        assert_eq!(date_pairs(&week(), Shape::Grid { span: 3 }, TODAY).len(), 49);
    }

    #[test]
    fn day03_the_other_dates_are_of_the_same_search() {
        let business = Query { cabin: CabinClass::Business, ..week() };

        for pair in date_pairs(&business, Shape::Grid { span: 3 }, TODAY) {
            let Query { departure_on, return_on, .. } = business;
            assert_eq!(Query { departure_on, return_on, ..pair }, business);
        }
    }

    #[test]
    fn day03_a_return_before_the_departure_is_blank_and_a_day_trip_is_not() {
        let weekend = trip(date!(2027 - 01 - 15), Some(date!(2027 - 01 - 16)));

        let pairs = date_pairs(&weekend, Shape::Grid { span: 1 }, TODAY);

        assert_eq!(
            days(&pairs),
            [(14, 15), (14, 16), (14, 17), (15, 15), (15, 16), (15, 17), (16, 16), (16, 17)]
        );
    }

    #[test]
    fn day03_past_departures_are_blank() {
        let departures = |today| {
            let mut departures: Vec<u8> = days(&date_pairs(&week(), Shape::Grid { span: 3 }, today))
                .into_iter()
                .map(|(out, _)| out)
                .collect();
            departures.dedup();
            departures
        };

        assert_eq!(departures(date!(2027 - 01 - 14)), [14, 15, 16, 17, 18]);
        assert_eq!(departures(date!(2027 - 01 - 15)), [15, 16, 17, 18]);
    }

    #[test]
    fn day03_r029_a_chosen_departure_of_yesterday_is_today_somewhere_and_keeps_its_cells() {
        let pairs = date_pairs(&week(), Shape::Grid { span: 1 }, date!(2027 - 01 - 16));

        assert_eq!(days(&pairs), [(15, 21), (15, 22), (15, 23), (16, 21), (16, 22), (16, 23)]);
    }

    #[test]
    fn day03_r029_what_the_search_does_not_take_yet_is_blank() {
        let today = date!(2026 - 03 - 01);
        let late = trip(date!(2027 - 02 - 20), Some(date!(2027 - 02 - 26)));
        let latest = trip(date!(2027 - 02 - 26), None);

        assert_eq!(days(&date_pairs(&late, Shape::Grid { span: 1 }, today)).len(), 3 * 2);
        assert_eq!(days(&date_pairs(&latest, Shape::Strip { span: 1 }, today)), [(25, 0), (26, 0)]);
    }

    #[test]
    fn day03_a_strip_is_seven_departures_of_one_way() {
        let expected = (12_u8..=18).map(|day| (day, 0_u8)).collect::<Vec<_>>();

        assert_eq!(days(&date_pairs(&one_way(), Shape::Strip { span: 3 }, TODAY)), expected);
        assert_eq!(days(&date_pairs(&one_way(), Shape::Grid { span: 3 }, TODAY)), expected);
    }

    #[test]
    fn day03_a_graph_is_today_and_sixty_days_with_the_stay() {
        let pairs = date_pairs(&week(), Shape::Graph { stay: Some(7) }, TODAY);

        assert_eq!(pairs.len(), 61);
        assert_eq!(pairs[0], trip(TODAY, Some(date!(2027 - 01 - 08))));
        assert_eq!(pairs[60], trip(date!(2027 - 03 - 02), Some(date!(2027 - 03 - 09))));
    }

    #[test]
    fn day03_a_graph_has_a_chosen_departure_far_ahead_in_its_middle() {
        let far = trip(date!(2027 - 03 - 12), Some(date!(2027 - 03 - 19)));

        let pairs = date_pairs(&far, Shape::Graph { stay: Some(7) }, TODAY);

        assert_eq!(pairs.len(), 61);
        assert_eq!(pairs[0], trip(date!(2027 - 02 - 10), Some(date!(2027 - 02 - 17))));
        assert_eq!(pairs[30], far);
        assert_eq!(pairs[60], trip(date!(2027 - 04 - 11), Some(date!(2027 - 04 - 18))));
    }

    #[test]
    fn day03_r029_a_graph_begins_on_a_chosen_departure_of_yesterday() {
        let pairs = date_pairs(&week(), Shape::Graph { stay: Some(7) }, date!(2027 - 01 - 16));

        assert_eq!((pairs.len(), pairs[0]), (61, week()));
    }

    #[test]
    fn day03_a_graph_ends_where_the_search_takes_nothing_further() {
        let latest = trip(TODAY + SOLD_AHEAD, None);

        let pairs = date_pairs(&latest, Shape::Graph { stay: None }, TODAY);

        assert_eq!((pairs.len(), pairs[30]), (31, latest));
    }

    #[test]
    fn day03_a_graph_of_one_way_has_no_returns() {
        let pairs = date_pairs(&one_way(), Shape::Graph { stay: None }, TODAY);

        assert_eq!(pairs.len(), 61);
        assert!(pairs.iter().all(|pair| pair.return_on.is_none()));
    }

    #[test]
    fn day03_a_graph_has_no_stay_beyond_what_the_search_takes() {
        let pairs = date_pairs(&week(), Shape::Graph { stay: Some(361) }, TODAY);

        assert_eq!(days(&pairs).len(), 2, "today's return may be 361 days ahead, and tomorrow's a day more");
    }

    #[test]
    fn day06_the_nearest_dates_come_first() {
        let pairs = date_pairs(&week(), Shape::Grid { span: 1 }, TODAY);

        assert_eq!(
            days(&nearest_first(pairs, &week())),
            [(15, 22), (14, 22), (15, 21), (15, 23), (16, 22), (14, 21), (14, 23), (16, 21), (16, 23)]
        );
    }

    #[test]
    fn day06_the_nearest_departures_of_one_way_come_first() {
        let pairs = date_pairs(&one_way(), Shape::Strip { span: 2 }, TODAY);

        assert_eq!(days(&nearest_first(pairs, &one_way())), [(15, 0), (14, 0), (16, 0), (13, 0), (17, 0)]);
    }

    #[test]
    fn day08_a_price_is_compared_with_other_departures_of_its_stay_within_thirty_days() {
        let pairs = same_stay(&week(), date!(2026 - 12 - 01));

        assert_eq!(pairs.len(), 60);
        assert_eq!(pairs[0], trip(date!(2026 - 12 - 16), Some(date!(2026 - 12 - 23))));
        assert_eq!(pairs[59], trip(date!(2027 - 02 - 14), Some(date!(2027 - 02 - 21))));
        assert!(!pairs.contains(&week()));
    }

    #[test]
    fn day08_past_departures_are_not_compared() {
        assert_eq!(same_stay(&one_way(), TODAY).len(), 14 + 30);
    }

    proptest! {
        #[test]
        fn day03_every_cell_is_a_search_that_is_taken(
            (ahead, stay) in (-1_i64..=362, prop::option::of(0_i64..=362)),
            shape in prop_oneof![
                (0_u8..=3).prop_map(|span| Shape::Grid { span }),
                (0_u8..=3).prop_map(|span| Shape::Strip { span }),
                prop::option::of(any::<u16>()).prop_map(|stay| Shape::Graph { stay }),
            ],
        ) {
            let out = TODAY + Duration::days(ahead);
            let query = trip(out, stay.map(|days| out + Duration::days(days)));

            for pair in date_pairs(&query, shape, TODAY) {
                prop_assert!(pair.departure_on >= TODAY - Duration::DAY);
                prop_assert!(pair.return_on.is_none_or(|back| back >= pair.departure_on));
                prop_assert!(pair.return_on.unwrap_or(pair.departure_on) <= TODAY + SOLD_AHEAD);
            }
        }
    }
}
