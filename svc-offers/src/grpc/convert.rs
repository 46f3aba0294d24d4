use money::Money;
use proto::common::v1 as common;
use proto::offers::v1 as offers;

use crate::bag_prices::{BagPrice, WithBags};
use crate::bags::{BagSelection, QuotedBag};
use crate::domain::{QuotedSeat, Selection};

pub(super) fn selection(selection: offers::SeatSelection) -> Selection {
    Selection { passenger_id: selection.passenger_id, service_id: selection.service_id }
}

pub(super) fn bag_selection(selection: offers::ServiceSelection) -> BagSelection {
    let offers::ServiceSelection { passenger_id, service_id, quantity } = selection;
    BagSelection { passenger_id, service_id, quantity }
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

pub(super) fn quoted_bag(bag: QuotedBag) -> offers::QuotedBag {
    let QuotedBag { selection, kind, weight_kg, segment_ids, price } = bag;
    let BagSelection { passenger_id, service_id, quantity } = selection;
    offers::QuotedBag {
        selection: Some(offers::ServiceSelection { passenger_id, service_id, quantity }),
        kind: kind.to_string(),
        weight_kg,
        segment_ids,
        price: Some(money(price)),
    }
}

/// `unpriced` with the sums of an offer that was read.
pub(super) fn bag_price(unpriced: offers::BagPrice, price: BagPrice) -> offers::BagPrice {
    let BagPrice { is_included, fare, with_bags } = price;
    let (bags, total) = with_bags.map(|WithBags { bags, total }| (money(bags), money(total))).unzip();
    offers::BagPrice { included: is_included, fare: Some(money(fare)), bags, total, ..unpriced }
}
