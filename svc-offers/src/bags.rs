//! The bags chosen with an offer: whether each can be had as asked, and what it costs. No network, no clock.

use duffel::wire::{BaggageKind, Offer, Service};
use money::{Currency, Money};

/// A bag a traveller chose, and how many pieces of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BagSelection {
    pub passenger_id: String,
    pub service_id: String,
    pub quantity: u32,
}

/// A bag at the provider's price: bags carry no markup.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuotedBag {
    pub selection: BagSelection,
    pub kind: BaggageKind,
    /// Of the heaviest piece allowed, where the airline says so.
    pub weight_kg: Option<u32>,
    pub segment_ids: Vec<String>,
    /// Of all its pieces.
    pub price: Money,
}

/// Why a chosen bag can't be had as asked, in the traveller's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BagFault {
    #[error("This bag is not sold any more. Please choose another one.")]
    NotOffered,
    #[error("The airline does not sell as many of this bag. Please choose fewer.")]
    TooMany,
    #[error(
        "This passenger has another bag of this kind on the same flight. Please choose more pieces of one."
    )]
    SecondBag,
    #[error("This bag can't be sold together with this flight. Please choose another one.")]
    NotSold,
    #[error("The airline does not sell this bag to this passenger. Please choose another one.")]
    OtherPassenger,
}

impl BagFault {
    /// The rule that is broken, as listed in docs/errors.md.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::NotOffered => "taken",
            Self::TooMany => "too_many",
            Self::SecondBag => "second_bag",
            Self::NotSold | Self::OtherPassenger => "not_sold",
        }
    }
}

/// Prices the chosen bags in the offer's currency. Fails with the place of each that can't be had as asked, and why.
pub(crate) fn quoted_bags(
    offer: &Offer,
    selections: &[BagSelection],
    currency: Currency,
) -> Result<Vec<QuotedBag>, Vec<(usize, BagFault)>> {
    let mut bags: Vec<QuotedBag> = Vec::with_capacity(selections.len());
    let mut faults = Vec::new();
    for (place, selection) in selections.iter().enumerate() {
        match quoted_bag(offer, selection, currency) {
            Ok(bag) if bags.iter().any(|other| is_second(&bag, other)) => {
                faults.push((place, BagFault::SecondBag));
            }
            Ok(bag) => bags.push(bag),
            Err(fault) => faults.push((place, fault)),
        }
    }
    if faults.is_empty() { Ok(bags) } else { Err(faults) }
}

fn quoted_bag(offer: &Offer, selection: &BagSelection, currency: Currency) -> Result<QuotedBag, BagFault> {
    let service = find(offer, selection)?;
    let kind = service.bag_kind().ok_or(BagFault::NotSold)?;
    let piece = piece_price(service, currency).ok_or(BagFault::NotSold)?;
    match u32::try_from(service.maximum_quantity) {
        Ok(0) | Err(_) => return Err(BagFault::NotOffered),
        Ok(most) if !(1..=most).contains(&selection.quantity) => return Err(BagFault::TooMany),
        Ok(_) => {}
    }
    Ok(QuotedBag {
        selection: selection.clone(),
        kind: kind.clone(),
        weight_kg: service.bag_weight_kg(),
        segment_ids: service.segment_ids.clone(),
        price: piece.checked_mul(selection.quantity).map_err(|_out_of_range| BagFault::NotSold)?,
    })
}

fn find<'o>(offer: &'o Offer, selection: &BagSelection) -> Result<&'o Service, BagFault> {
    let services = offer.available_services.iter();
    let mut services = services.filter(|service| service.id == selection.service_id).peekable();
    let fault = if services.peek().is_some() { BagFault::OtherPassenger } else { BagFault::NotOffered };
    services.find(|service| service.passenger_ids.contains(&selection.passenger_id)).ok_or(fault)
}

/// What one piece of a bag costs. Nothing for a service that can't be sold as a bag with an offer in this currency.
pub(crate) fn piece_price(service: &Service, currency: Currency) -> Option<Money> {
    let piece = Money::parse(&service.total_amount, &service.total_currency).ok()?;
    // A price for two travellers can't be one's own, and what covers no flight can't be told from others.
    let is_sold = service.bag_kind().is_some()
        && service.passenger_ids.len() == 1
        && !service.segment_ids.is_empty()
        && piece.currency == currency
        && piece.minor >= 0;
    is_sold.then_some(piece)
}

/// The provider sells one service of a kind to a passenger and segment; more pieces come by its quantity.
fn is_second(bag: &QuotedBag, other: &QuotedBag) -> bool {
    bag.selection.passenger_id == other.selection.passenger_id
        && bag.kind == other.kind
        && bag.segment_ids.iter().any(|segment| other.segment_ids.contains(segment))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A bag service with another id and some other fields.
    fn bag(id: &str, changes: &Value) -> Value {
        let mut bag = duffel::testing::bag();
        bag["id"] = id.into();
        bag.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        bag
    }

    /// An offer of a flight out and one back that sells the adult bags of two weights out, one back, and one for both;
    /// one for the cabin, some that can't be sold, and one to the child.
    fn offer() -> Offer {
        let mut offer = duffel::testing::offer();
        let metadata = |kind: &str, weight: u16| json!({ "type": kind, "maximum_weight_kg": weight });
        offer["available_services"] = json!([
            bag("out_23", &json!({})),
            bag("out_32", &json!({ "metadata": metadata("checked", 32), "total_amount": "40.00" })),
            bag("back_23", &json!({ "segment_ids": ["seg_2"], "maximum_quantity": 1 })),
            bag("trip_23", &json!({ "segment_ids": ["seg_1", "seg_2"], "total_amount": "45.00" })),
            bag("out_cabin", &json!({ "metadata": { "type": "carry_on" }, "total_amount": "12.00" })),
            bag("out_child", &json!({ "passenger_ids": ["pas_a"] })),
            bag("dollars", &json!({ "total_currency": "USD" })),
            bag("for_two", &json!({ "passenger_ids": ["pas_b", "pas_a"] })),
            bag("nowhere", &json!({ "segment_ids": null })),
            bag("skis", &json!({ "metadata": metadata("ski_bag", 23) })),
            bag("no_bag", &json!({ "type": "cancel_for_any_reason" })),
            bag("sold_out", &json!({ "maximum_quantity": 0 })),
            bag("odd", &json!({ "total_amount": "25.505" })),
            bag("negative", &json!({ "total_amount": "-25.50" })),
        ]);
        serde_json::from_value(offer).unwrap()
    }

    type Asked<'a> = (&'a str, &'a str, u32);

    fn quoted(asked: &[Asked<'_>]) -> Result<Vec<QuotedBag>, Vec<(usize, BagFault)>> {
        let selection = |&(passenger, service, quantity): &Asked<'_>| BagSelection {
            passenger_id: passenger.to_owned(),
            service_id: service.to_owned(),
            quantity,
        };
        let selections: Vec<_> = asked.iter().map(selection).collect();
        quoted_bags(&offer(), &selections, "GBP".parse().unwrap())
    }

    fn faults(asked: &[Asked<'_>], expected: &[(usize, BagFault)]) {
        assert_eq!(quoted(asked).unwrap_err(), expected, "{asked:?}");
    }

    #[test]
    fn bag05_a_bag_costs_the_providers_price_for_each_piece() {
        let bags = quoted(&[("pas_b", "out_23", 2), ("pas_b", "out_cabin", 1)]).unwrap();

        let prices: Vec<_> = bags.iter().map(|bag| bag.price.to_string()).collect();
        assert_eq!(prices, ["51.00 GBP", "12.00 GBP"]);
        let told: Vec<_> = bags.iter().map(|bag| (bag.kind.as_str(), bag.weight_kg)).collect();
        assert_eq!(told, [("checked", Some(23)), ("carry_on", None)]);
        assert_eq!(bags[0].segment_ids, ["seg_1"]);
        assert_eq!(bags[0].selection.quantity, 2);
    }

    #[test]
    fn bag04_a_traveller_has_one_bag_of_a_kind_on_a_flight() {
        faults(&[("pas_b", "out_23", 1), ("pas_b", "out_32", 1)], &[(1, BagFault::SecondBag)]);
        faults(&[("pas_b", "out_23", 1), ("pas_b", "out_23", 1)], &[(1, BagFault::SecondBag)]);
        faults(
            &[("pas_b", "trip_23", 1), ("pas_b", "out_32", 1), ("pas_b", "back_23", 1)],
            &[(1, BagFault::SecondBag), (2, BagFault::SecondBag)],
        );

        let apart = [
            ("pas_b", "out_32", 1),
            ("pas_b", "back_23", 1),
            ("pas_b", "out_cabin", 1),
            ("pas_a", "out_child", 1),
        ];
        assert_eq!(quoted(&apart).unwrap().len(), 4);
    }

    #[test]
    fn bag04_as_many_pieces_are_sold_as_the_service_allows() {
        faults(&[("pas_b", "out_23", 3)], &[(0, BagFault::TooMany)]);
        faults(&[("pas_b", "back_23", 2)], &[(0, BagFault::TooMany)]);
        faults(&[("pas_b", "sold_out", 1)], &[(0, BagFault::NotOffered)]);
        faults(&[("pas_b", "out_23", 0)], &[(0, BagFault::TooMany)]);
    }

    #[test]
    fn bag09_what_cannot_be_sold_with_the_offer_is_named_whatever_a_page_asks_for() {
        for service in ["dollars", "for_two", "nowhere", "skis", "no_bag", "odd", "negative"] {
            faults(&[("pas_b", service, 1)], &[(0, BagFault::NotSold)]);
        }
    }

    #[test]
    fn bag04_a_bag_that_is_gone_or_another_travellers_is_named_beside_those_that_stand() {
        faults(
            &[
                ("pas_b", "out_23", 1),
                ("pas_b", "withdrawn", 1),
                ("pas_a", "back_23", 1),
                ("pas_c", "out_cabin", 1),
            ],
            &[(1, BagFault::NotOffered), (2, BagFault::OtherPassenger), (3, BagFault::OtherPassenger)],
        );
    }
}
