use money::Money;
use proto::common::v1 as common;
use proto::search::v1::fill_fare_dates_response::Event;
use proto::search::v1::{
    FareBasis, FareCell, FareCellState, FareInsight, FareLevel, FareOnDay, FillFareDatesDone,
    FillFareDatesReason,
};
use time::{Date, OffsetDateTime};

use crate::domain::fare_dates::{Basis, Cell, CellState, Insight, Level};
use crate::look_ups::{Done, Reason};

/// Not marked as the lowest: that is known among others alone.
pub(super) fn cell(cell: &Cell) -> FareCell {
    let (state, amount, nonstop) = match cell.state {
        CellState::Seen { amount, nonstop } => (FareCellState::Seen, Some(amount), nonstop),
        CellState::None => (FareCellState::None, None, None),
        CellState::Unknown => (FareCellState::Unknown, None, None),
    };
    FareCell {
        departure_date: cell.query.departure_on.to_string(),
        return_date: cell.query.return_on.map(|on| on.to_string()),
        state: state.into(),
        amount: amount.map(money),
        nonstop_amount: nonstop.map(money),
        observed_at: cell.seen_at.map(OffsetDateTime::unix_timestamp),
        is_complete: cell.is_complete,
        is_lowest: false,
    }
}

pub(super) fn on_day((day, amount): (Date, Money)) -> FareOnDay {
    FareOnDay { day: day.to_string(), amount: Some(money(amount)) }
}

pub(super) fn insight(insight: Insight) -> FareInsight {
    let level = match insight.level {
        Level::Lower => FareLevel::Lower,
        Level::Usual => FareLevel::Usual,
        Level::Higher => FareLevel::Higher,
    };
    let basis = match insight.basis {
        Basis::Dates => FareBasis::Dates,
        Basis::History => FareBasis::History,
    };
    FareInsight {
        level: level.into(),
        low: Some(money(insight.low)),
        high: Some(money(insight.high)),
        sample: insight.sample,
        basis: basis.into(),
    }
}

pub(super) fn done(Done { looked_up, of, reason, again_at }: Done) -> Event {
    let reason = match reason {
        Reason::Complete => FillFareDatesReason::Complete,
        Reason::Budget => FillFareDatesReason::Budget,
        Reason::Busy => FillFareDatesReason::Busy,
        Reason::Refused => FillFareDatesReason::Refused,
    };
    let again_at = again_at.map(OffsetDateTime::unix_timestamp);
    Event::Done(FillFareDatesDone { looked_up, of, reason: reason.into(), again_at })
}

pub(super) fn money(money: Money) -> common::Money {
    common::Money { minor: money.minor, currency: money.currency.to_string() }
}
