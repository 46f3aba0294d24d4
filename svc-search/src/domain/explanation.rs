//! Why an offer stands where it does: what it is first in, and how it differs from the cheapest.

use money::Money;

use super::{OfferRow, Priced, Ranked, Sort};

/// The ids of the offers that come first in something, among all of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Titles<'a> {
    pub cheapest: &'a str,
    /// Nothing where no airline states a duration.
    pub fastest: Option<&'a str>,
    /// Nothing where no airline states emissions.
    pub lowest_emissions: Option<&'a str>,
    pub best: &'a str,
}

/// How an offer differs from another in the same currency.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// Negative where it is cheaper.
    pub more: Money,
    /// Of all slices; nothing where one of both is unknown.
    pub more_minutes: Option<i32>,
    pub more_connections: i32,
}

/// What explains the order of a whole answer.
#[derive(Debug)]
pub(crate) struct Explained<'a> {
    /// Nothing where there is no choice.
    pub titles: Option<Titles<'a>>,
    cheapest: Option<Priced<'a>>,
}

impl<'a> Explained<'a> {
    pub fn of(ranked: &Ranked<'a>) -> Self {
        let cheapest = ranked.first_by(Sort::PriceAscending).copied();
        Self { titles: cheapest.and_then(|it| titles(ranked, it.found)), cheapest }
    }

    /// Nothing where both prices are in different currencies.
    pub fn against_cheapest(&self, priced: &Priced<'_>) -> Option<Comparison> {
        let cheapest = self.cheapest?;
        let minutes = priced.found.duration_min.zip(cheapest.found.duration_min);
        Some(Comparison {
            more: priced.price.amount.checked_sub(cheapest.price.amount).ok()?,
            more_minutes: minutes.map(|(own, least)| difference(own, least)),
            more_connections: difference(priced.found.connections, cheapest.found.connections),
        })
    }
}

fn titles<'a>(ranked: &Ranked<'a>, cheapest: &'a OfferRow) -> Option<Titles<'a>> {
    if ranked.offers.len() < 2 {
        return None;
    }
    let first = |sort| ranked.first_by(sort).map(|priced| priced.found);
    let id = |found: &'a OfferRow| found.id.as_str();
    let fastest = first(Sort::DurationAscending).filter(|found| found.duration_min.is_some());
    let cleanest = first(Sort::EmissionsAscending).filter(|found| found.emissions_kg.is_some());
    Some(Titles {
        cheapest: id(cheapest),
        fastest: fastest.map(id),
        lowest_emissions: cleanest.map(id),
        best: id(first(Sort::Best)?),
    })
}

fn difference(own: u32, other: u32) -> i32 {
    i32::try_from(i64::from(own) - i64::from(other)).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use money::MarkupRate;

    use super::super::answer::tests::found;
    use super::super::rank_all;
    use super::*;

    const HOUR_PERCENT: u8 = 4;

    fn rows() -> Vec<OfferRow> {
        let row = |id: &str, total: &str, currency: &str, minutes, connections, kg| {
            let mut row = found(id, total, currency, minutes);
            (row.connections, row.emissions_kg) = (connections, kg);
            row
        };
        vec![
            row("cheap", "600", "USD", Some(900), 2, Some(700)),
            row("best", "620", "USD", Some(600), 1, None),
            row("fast", "990", "USD", Some(420), 0, Some(800)),
            row("clean", "995", "USD", Some(660), 1, Some(500)),
            row("silent", "700", "USD", None, 1, None),
            row("pound", "1", "GBP", Some(2000), 3, None),
        ]
    }

    fn ranked(offers: &[OfferRow], sort: Sort) -> Ranked<'_> {
        rank_all(offers, MarkupRate::parse("0").unwrap(), sort, HOUR_PERCENT)
    }

    #[test]
    fn see09_four_titles_are_of_the_whole_answer_in_any_order() {
        let rows = rows();
        for (_, sort) in Sort::ALL {
            let titles = Explained::of(&ranked(&rows, sort)).titles.unwrap();
            assert_eq!((titles.cheapest, titles.best), ("cheap", "best"), "{sort:?}");
            assert_eq!(titles.fastest, Some("fast"), "{sort:?}");
            assert_eq!(titles.lowest_emissions, Some("clean"), "{sort:?}");
        }
    }

    #[test]
    fn see09_nothing_is_first_in_what_nobody_states_or_where_there_is_no_choice() {
        let silent = [found("a", "100", "USD", None), found("b", "200", "USD", None)];
        let expected = Titles { cheapest: "a", fastest: None, lowest_emissions: None, best: "a" };

        assert_eq!(Explained::of(&ranked(&silent, Sort::Best)).titles, Some(expected));
        assert_eq!(Explained::of(&ranked(&silent[..1], Sort::Best)).titles, None);
        assert_eq!(Explained::of(&ranked(&[], Sort::Best)).titles, None);
    }

    #[test]
    fn see10_an_offer_is_compared_with_the_cheapest_of_its_currency() {
        let rows = rows();
        let ranked = ranked(&rows, Sort::Best);
        let explained = Explained::of(&ranked);
        let check = |id: &str, expected: Option<(&str, Option<i32>, i32)>| {
            let priced = ranked.offers.iter().find(|priced| priced.found.id == id).unwrap();
            let comparison = explained.against_cheapest(priced);
            let told = comparison.map(|it| (it.more.to_string(), it.more_minutes, it.more_connections));
            assert_eq!(
                told,
                expected.map(|(more, minutes, stops)| (more.to_owned(), minutes, stops)),
                "{id}"
            );
        };
        check("cheap", Some(("0.00 USD", Some(0), 0)));
        check("best", Some(("20.00 USD", Some(-300), -1)));
        check("silent", Some(("100.00 USD", None, -1)));
        check("pound", None);
    }
}
