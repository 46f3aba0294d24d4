use money::Money;
use proto::common::v1 as common;
use proto::offers::v1 as offers;

use crate::domain::{QuotedSeat, Selection};

pub(super) fn selection(selection: offers::SeatSelection) -> Selection {
    Selection { passenger_id: selection.passenger_id, service_id: selection.service_id }
}

pub(super) fn money(money: Money) -> common::Money {
    common::Money { minor: money.minor, currency: money.currency.to_string() }
}

pub(super) fn quoted_seat(seat: QuotedSeat) -> offers::QuotedSeat {
    let QuotedSeat { selection, segment_id, designator, price, is_exit_row } = seat;
    let Selection { passenger_id, service_id } = selection;
    offers::QuotedSeat {
        selection: Some(offers::SeatSelection { passenger_id, service_id }),
        designator,
        segment_id,
        price: Some(money(price)),
        exit_row: is_exit_row,
    }
}
