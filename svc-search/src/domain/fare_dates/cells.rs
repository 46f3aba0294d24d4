use money::{Currency, MarkupRate, Money};
use time::OffsetDateTime;

use super::Observation;
use crate::domain::Query;
use crate::domain::ranking::most_frequent;

/// A pair of dates, as a brand shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The search that the cell runs.
    pub query: Query,
    pub state: CellState,
    /// Nothing where nobody has searched.
    pub seen_at: Option<OffsetDateTime>,
    /// Whether all airlines had answered.
    pub is_complete: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellState {
    /// Sale prices for all travellers.
    Seen { amount: Money, nonstop: Option<Money> },
    /// Nobody flies.
    None,
    /// Not looked up.
    Unknown,
}

impl Cell {
    /// `observation` is what still counts.
    pub fn of(query: Query, observation: Option<Observation>, markup_rate: MarkupRate) -> Self {
        Self {
            query,
            state: observation.map_or(CellState::Unknown, |seen| CellState::of(&seen, markup_rate)),
            seen_at: observation.map(|seen| seen.seen_at),
            is_complete: observation.is_some_and(|seen| seen.is_complete),
        }
    }

    /// The lowest price of these dates.
    pub fn amount(&self) -> Option<Money> {
        let CellState::Seen { amount, .. } = self.state else { return None };
        Some(amount)
    }
}

impl CellState {
    fn of(observation: &Observation, markup_rate: MarkupRate) -> Self {
        let Some(cheapest) = observation.cheapest else { return Self::None };
        let nonstop = observation.cheapest_nonstop.and_then(|seen| seen.sale_amount(markup_rate));
        let amount = cheapest.sale_amount(markup_rate);
        amount.map_or(Self::Unknown, |amount| Self::Seen { amount, nonstop })
    }
}

/// The places of the lowest prices seen in this currency: several where they are equal. Others are not compared.
pub(crate) fn lowest(cells: &[Cell], currency: Currency) -> Vec<usize> {
    let amount = |cell: &Cell| cell.amount().filter(|it| it.currency == currency).map(|it| it.minor);
    let least = cells.iter().filter_map(amount).min();
    let is_lowest = |cell: &Cell| least.is_some() && amount(cell) == least;
    cells.iter().enumerate().filter_map(|(place, cell)| is_lowest(cell).then_some(place)).collect()
}

/// In which prices are compared: that of the chosen pair; where its price is unknown, that of most, and of two that come as
/// often the first in the alphabet. Nothing where no price is known.
pub(crate) fn compared_currency(cells: &[Cell], chosen: &Query) -> Option<Currency> {
    let own = cells.iter().find(|cell| cell.query == *chosen).and_then(Cell::amount);
    let amounts: Vec<Money> = cells.iter().filter_map(Cell::amount).collect();
    own.map(|amount| amount.currency).or_else(|| most_frequent(amounts.iter().map(|amount| &amount.currency)))
}

#[cfg(test)]
mod tests {
    use time::Duration;
    use time::macros::date;

    use super::super::Seen;
    use super::super::calendar::tests::trip;
    use super::super::observation::tests::{nothing, seen};
    use super::*;

    fn rate(rate: &str) -> MarkupRate {
        MarkupRate::parse(rate).unwrap()
    }

    /// Departures one day after the other, of which the first is chosen.
    fn cells(observations: &[Option<Observation>]) -> Vec<Cell> {
        let days = std::iter::successors(Some(chosen()), |query| {
            Some(Query { departure_on: query.departure_on + Duration::DAY, ..*query })
        });
        days.zip(observations).map(|(query, seen)| Cell::of(query, *seen, rate("0.23"))).collect()
    }

    fn chosen() -> Query {
        trip(date!(2027 - 01 - 15), None)
    }

    fn places_of_lowest(cells: &[Cell]) -> Vec<usize> {
        compared_currency(cells, &chosen()).map_or_else(Vec::new, |currency| lowest(cells, currency))
    }

    fn amount(cell: &Cell) -> String {
        cell.amount().unwrap().to_string()
    }

    #[test]
    fn day04_a_cell_shows_what_was_seen_and_when() {
        let nonstop = Seen { total: Money::parse("524.30", "USD").unwrap(), tax: Money::zero(Currency::USD) };
        let observation = Observation { cheapest_nonstop: Some(nonstop), ..seen("100", "USD") };

        let cell = Cell::of(chosen(), Some(observation), rate("0.23"));

        let [amount, nonstop] = ["123", "645"].map(|amount| Money::parse(amount, "USD").unwrap());
        assert_eq!(cell.state, CellState::Seen { amount, nonstop: Some(nonstop) });
        assert_eq!((cell.query, cell.seen_at, cell.is_complete), (chosen(), Some(observation.seen_at), true));
    }

    #[test]
    fn day01_another_markup_is_another_price_at_once() {
        let observation = Some(seen("524.30", "USD"));

        assert_eq!(amount(&Cell::of(chosen(), observation, rate("0.23"))), "645.00 USD");
        assert_eq!(amount(&Cell::of(chosen(), observation, rate("0.10"))), "577.00 USD");
    }

    #[test]
    fn day04_no_flights_and_not_looked_up_are_told_apart() {
        let none = Cell::of(chosen(), Some(nothing()), rate("0.23"));
        let unknown = Cell::of(chosen(), None, rate("0.23"));

        assert_eq!((none.state, none.amount(), none.is_complete), (CellState::None, None, true));
        assert_eq!(none.seen_at, Some(nothing().seen_at));
        assert_eq!((unknown.state, unknown.amount(), unknown.seen_at), (CellState::Unknown, None, None));
    }

    #[test]
    fn day04_a_number_of_an_incomplete_search_says_so() {
        let incomplete = Observation { is_complete: false, ..seen("100", "USD") };
        let cell = Cell::of(chosen(), Some(incomplete), rate("0.23"));

        assert!(!cell.is_complete);
        assert_eq!(amount(&cell), "123.00 USD");
    }

    #[test]
    fn an_amount_beyond_all_reason_is_not_shown() {
        let total = Money::new(i64::MAX, Currency::USD);
        let seen = Observation {
            cheapest: Some(Seen { total, tax: Money::zero(total.currency) }),
            ..seen("1", "USD")
        };

        assert_eq!(Cell::of(chosen(), Some(seen), rate("0.23")).state, CellState::Unknown);
    }

    #[test]
    fn day04_the_lowest_of_those_seen_is_marked_and_so_are_equal_ones() {
        let check = |observations: &[Option<Observation>], expected: &[usize]| {
            assert_eq!(places_of_lowest(&cells(observations)), expected, "{observations:?}");
        };
        let usd = |total| Some(seen(total, "USD"));
        check(&[usd("300"), usd("200"), None, Some(nothing()), usd("400")], &[1]);
        check(&[usd("200"), usd("200"), usd("300")], &[0, 1]);
        // Both are sold at 246.
        check(&[usd("200.10"), usd("200.20")], &[0, 1]);
        check(&[None, Some(nothing())], &[]);
        check(&[], &[]);
    }

    #[test]
    fn day04_r024_another_currency_is_shown_and_never_the_lowest() {
        let cells = cells(&[Some(seen("300", "USD")), Some(seen("1", "GBP")), Some(seen("2", "GBP"))]);

        assert_eq!(amount(&cells[1]), "1.00 GBP");
        assert_eq!(places_of_lowest(&cells), [0]);
    }

    #[test]
    fn day04_r024_where_the_chosen_pair_is_unknown_the_currency_of_most_is_compared() {
        let gbp = |total| Some(seen(total, "GBP"));
        let usd = Some(seen("1", "USD"));

        assert_eq!(places_of_lowest(&cells(&[None, gbp("300"), usd, gbp("200")])), [3]);
        let tie = cells(&[None, usd, gbp("300")]);
        assert_eq!(
            compared_currency(&tie, &chosen()),
            "GBP".parse::<Currency>().ok(),
            "the first in the alphabet"
        );
        assert_eq!(places_of_lowest(&tie), [2]);
    }
}
