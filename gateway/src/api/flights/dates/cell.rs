use proto::search::v1 as wire;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

use crate::problem::Amount;

/// What searches have seen of a departure and its return.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FareCell {
    /// yyyy-mm-dd, at the origin.
    departure_date: String,
    /// Null for a one-way trip.
    return_date: Option<String>,
    state: FareCellState,
    /// The lowest sale price for the whole party; null unless the state is `seen`.
    amount: Option<String>,
    /// The same of flights without a stop; null where none was seen in this currency.
    nonstop_amount: Option<String>,
    /// Of both amounts.
    currency: Option<String>,
    /// When it was seen (RFC 3339, UTC); null where the state is `unknown`.
    observed_at: Option<String>,
    /// False where an airline gave no answer in time: another search may find less.
    complete: bool,
    /// The lowest of those seen, in the currency of the dates that were searched for. Never in a stream, which does not
    /// know the others.
    lowest: bool,
}

/// `none`: all airlines have answered that they sell no flight. `unknown`: no search has seen these dates lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FareCellState {
    Seen,
    None,
    Unknown,
}

impl From<wire::FareCellState> for FareCellState {
    fn from(state: wire::FareCellState) -> Self {
        match state {
            wire::FareCellState::Seen => Self::Seen,
            wire::FareCellState::None => Self::None,
            wire::FareCellState::Unknown | wire::FareCellState::Unspecified => Self::Unknown,
        }
    }
}

impl From<wire::FareCell> for FareCell {
    fn from(cell: wire::FareCell) -> Self {
        let state = cell.state().into();
        let (amount, currency) = Amount::of(cell.amount).map(|fare| (fare.amount, fare.currency)).unzip();
        let nonstop =
            Amount::of(cell.nonstop_amount).filter(|fare| currency.as_ref() == Some(&fare.currency));
        Self {
            departure_date: cell.departure_date,
            return_date: cell.return_date,
            state,
            amount,
            nonstop_amount: nonstop.map(|fare| fare.amount),
            currency,
            observed_at: cell.observed_at.and_then(instant),
            complete: cell.is_complete,
            lowest: cell.is_lowest,
        }
    }
}

/// RFC 3339, UTC. Nothing for an instant that no calendar has.
pub(crate) fn instant(unix_seconds: i64) -> Option<String> {
    OffsetDateTime::from_unix_timestamp(unix_seconds).ok()?.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use proto::common::v1::Money;

    use super::*;

    fn money(minor: i64, currency: &str) -> Money {
        Money { minor, currency: currency.to_owned() }
    }

    fn seen(day: u8, amount: Option<Money>) -> wire::FareCell {
        wire::FareCell {
            departure_date: format!("2027-01-{day:02}"),
            state: wire::FareCellState::Seen.into(),
            amount,
            observed_at: Some(1_772_366_400),
            is_complete: true,
            ..wire::FareCell::default()
        }
    }

    #[test]
    fn day04_a_cell_tells_amounts_of_one_currency_and_when_they_were_seen() {
        let nonstop = |currency| {
            let nonstop_amount = Some(money(70_000, currency));
            FareCell::from(wire::FareCell { nonstop_amount, ..seen(15, Some(money(63_850, "USD"))) })
        };

        let cell = nonstop("USD");

        assert_eq!(
            (cell.amount.as_deref(), cell.nonstop_amount.as_deref()),
            (Some("638.50"), Some("700.00"))
        );
        assert_eq!(cell.currency.as_deref(), Some("USD"));
        assert_eq!(cell.observed_at.as_deref(), Some("2026-03-01T12:00:00Z"));
        assert_eq!(nonstop("GBP").nonstop_amount, None, "pounds under the dollar sign");
    }

    #[test]
    fn day04_a_state_of_a_later_version_is_a_date_of_which_nothing_is_known() {
        let cell = FareCell::from(wire::FareCell { state: 99, ..wire::FareCell::default() });

        assert_eq!(cell.state, FareCellState::Unknown);
        assert_eq!((cell.amount, cell.currency, cell.observed_at), (None, None, None));
    }
}
