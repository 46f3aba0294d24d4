//! What a journey of a search typically emits.

use std::collections::BTreeMap;

use super::OfferRow;
use super::ranking::median;

/// Of fewer journeys no one is typical.
const FEWEST_JOURNEYS: usize = 5;

/// CO2 for each traveller with a seat, in whole kilograms: the median of the journeys of which it is stated. The same
/// flights on another fare are no other journey; where their fares state different numbers, the smallest counts.
pub(crate) fn typical_emissions(offers: &[OfferRow]) -> Option<u32> {
    let mut journeys = BTreeMap::<&str, i64>::new();
    for found in offers {
        let Some(kg) = found.emissions_kg.map(i64::from) else { continue };
        journeys.entry(&found.flights).and_modify(|known| *known = kg.min(*known)).or_insert(kg);
    }
    if journeys.len() < FEWEST_JOURNEYS {
        return None;
    }
    u32::try_from(median(journeys.into_values().collect())?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::answer::tests::found;
    use super::*;

    fn typical(stated: &[(&str, Option<u32>)]) -> Option<u32> {
        let row = |(index, (flights, kg)): (usize, &(&str, Option<u32>))| {
            let mut row = found(&index.to_string(), "100", "USD", None);
            (row.flights, row.emissions_kg) = ((*flights).into(), *kg);
            row
        };
        typical_emissions(&stated.iter().enumerate().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn see02_typical_is_the_median_of_the_journeys_from_five_on() {
        let five = [("A", Some(900)), ("B", Some(100)), ("C", Some(300)), ("D", Some(200)), ("E", Some(400))];
        let six = [five.as_slice(), &[("F", Some(500))]].concat();

        assert_eq!(typical(&five), Some(300));
        assert_eq!(typical(&six), Some(350));
        assert_eq!(typical(&five[1..]), None, "four are too few");
    }

    #[test]
    fn see02_fares_of_the_same_flights_are_one_journey_and_what_is_not_stated_is_none() {
        let four = [("A", Some(900)), ("B", Some(100)), ("C", Some(300)), ("D", Some(200))];
        let fares = [four.as_slice(), &[("A", Some(900)), ("A", Some(950)), ("E", None)]].concat();
        let stated = [fares.as_slice(), &[("E", Some(400))]].concat();

        assert_eq!(typical(&fares), None);
        assert_eq!(typical(&stated), Some(300));
        assert_eq!(typical(&[]), None);
    }
}
