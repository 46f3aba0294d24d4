//! What an offer with chosen seats and bags costs. No network, no clock.

use duffel::wire::{Element, ElementKind, Offer, Row, SeatMap, SeatService};
use money::{MarkupRate, Money, SalePrice};

use crate::bags::{BagFault, BagSelection, QuotedBag, quoted_bags};

/// A seat a traveller chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selection {
    pub passenger_id: String,
    pub service_id: String,
}

/// What the travellers chose beside the flights.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    pub seats: Vec<Selection>,
    pub bags: Vec<BagSelection>,
}

/// What is charged, and what it costs the agency.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    /// The sale price, the seats and the bags.
    pub total: Money,
    /// The provider's price, the seats and the bags.
    pub provider_total: Money,
    /// In the order asked.
    pub seats: Vec<QuotedSeat>,
    /// In the order asked.
    pub bags: Vec<QuotedBag>,
}

/// A seat at the provider's price: seats carry no markup.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuotedSeat {
    pub selection: Selection,
    pub segment_id: String,
    pub designator: String,
    pub price: Money,
    pub is_exit_row: bool,
}

/// Why a chosen seat can't be sold, in the traveller's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SeatFault {
    #[error("This seat is not available any more. Please choose another one.")]
    NotOffered,
    #[error("This seat is chosen for two passengers. Please choose another one.")]
    TakenTwice,
    #[error("This passenger has another seat on the same flight already.")]
    SecondSeat,
    #[error("This seat can't be sold together with this flight. Please choose another one.")]
    OtherCurrency,
    #[error("The airline does not sell this seat to this passenger. Please choose another one.")]
    OtherPassenger,
}

impl SeatFault {
    /// The rule that is broken, as listed in docs/errors.md.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::NotOffered => "taken",
            Self::TakenTwice => "taken_twice",
            Self::SecondSeat => "second_seat",
            Self::OtherCurrency | Self::OtherPassenger => "not_sold",
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum QuoteError {
    /// Which of the chosen seats, and why.
    Seats(Vec<(usize, SeatFault)>),
    /// Which of the chosen bags, and why.
    Bags(Vec<(usize, BagFault)>),
    Amount(money::Error),
}

impl From<money::Error> for QuoteError {
    fn from(error: money::Error) -> Self {
        Self::Amount(error)
    }
}

/// Prices an offer with what was chosen from its maps and its services.
pub(crate) fn quote(
    offer: &Offer,
    maps: &[SeatMap],
    chosen: &Chosen,
    markup_rate: MarkupRate,
) -> Result<Quote, QuoteError> {
    let total = offer.total()?;
    let seats = seats(maps, &chosen.seats, total)?;
    let bags = quoted_bags(offer, &chosen.bags, total.currency).map_err(QuoteError::Bags)?;
    let sale = SalePrice::of(total, offer.tax()?, markup_rate)?;
    let prices = seats.iter().map(|seat| seat.price).chain(bags.iter().map(|bag| bag.price));
    let of_services = Money::sum(total.currency, prices)?;
    Ok(Quote {
        total: sale.amount.checked_add(of_services)?,
        provider_total: total.checked_add(of_services)?,
        seats,
        bags,
    })
}

fn seats(maps: &[SeatMap], selections: &[Selection], total: Money) -> Result<Vec<QuotedSeat>, QuoteError> {
    let mut seats: Vec<QuotedSeat> = Vec::with_capacity(selections.len());
    let mut faults = Vec::new();
    for (place, selection) in selections.iter().enumerate() {
        match seat(maps, selection, total)? {
            Ok(seat) => match clash(&seats, &seat) {
                None => seats.push(seat),
                Some(fault) => faults.push((place, fault)),
            },
            Err(fault) => faults.push((place, fault)),
        }
    }
    if faults.is_empty() { Ok(seats) } else { Err(QuoteError::Seats(faults)) }
}

fn seat(
    maps: &[SeatMap],
    selection: &Selection,
    total: Money,
) -> Result<Result<QuotedSeat, SeatFault>, money::Error> {
    let Some(on_sale) = find(maps, selection) else {
        let is_on_map = is_on_map(maps, &selection.service_id);
        return Ok(Err(if is_on_map { SeatFault::OtherPassenger } else { SeatFault::NotOffered }));
    };
    let price = Money::parse(&on_sale.service.total_amount, &on_sale.service.total_currency)?;
    if price.currency != total.currency {
        return Ok(Err(SeatFault::OtherCurrency));
    }
    Ok(Ok(QuotedSeat {
        selection: selection.clone(),
        segment_id: on_sale.segment_id.to_owned(),
        designator: on_sale.designator.to_owned(),
        price,
        is_exit_row: on_sale.is_exit_row,
    }))
}

/// A seat as one passenger can have it.
struct OnSale<'m> {
    segment_id: &'m str,
    designator: &'m str,
    is_exit_row: bool,
    service: &'m SeatService,
}

fn find<'m>(maps: &'m [SeatMap], selection: &Selection) -> Option<OnSale<'m>> {
    let on_sale = |map: &'m SeatMap, rows: &'m [Row], at: usize| {
        let mut elements = rows[at].sections.iter().flat_map(|section| &section.elements);
        elements.find_map(|element| {
            let service = element.available_services.iter().find(|service| {
                service.id == selection.service_id && service.passenger_id == selection.passenger_id
            })?;
            Some(OnSale {
                segment_id: &map.segment_id,
                designator: element.designator.as_deref()?,
                is_exit_row: is_exit_row(element, is_behind_exit(rows, at)),
                service,
            })
        })
    };
    maps.iter().find_map(|map| {
        let mut cabins = map.cabins.iter();
        cabins.find_map(|cabin| (0..cabin.rows.len()).find_map(|at| on_sale(map, &cabin.rows, at)))
    })
}

/// Whether the maps sell the service to any passenger.
fn is_on_map(maps: &[SeatMap], service_id: &str) -> bool {
    let rows = maps.iter().flat_map(|map| &map.cabins).flat_map(|cabin| &cabin.rows);
    let elements = rows.flat_map(|row| &row.sections).flat_map(|section| &section.elements);
    elements.flat_map(|element| &element.available_services).any(|service| service.id == service_id)
}

/// By the airline's own words: that it is at an exit, or that a seat behind an exit has room for the legs.
fn is_exit_row(seat: &Element, is_behind_exit: bool) -> bool {
    let words: Vec<_> = seat
        .name
        .iter()
        .chain(&seat.disclosures)
        .map(|words| words.to_lowercase().replace(' ', ""))
        .collect();
    let says = |parts: &[&str]| words.iter().any(|words| parts.iter().any(|part| words.contains(part)));
    says(&["exitrow", "exitseat", "emergencyexit"]) || (is_behind_exit && says(&["legroom"]))
}

/// An exit within the cabin. One in front of its first seats is also a plain door, and infants sit behind it.
fn is_behind_exit(rows: &[Row], at: usize) -> bool {
    let has = |row: &Row, kind: ElementKind| {
        row.sections.iter().flat_map(|section| &section.elements).any(|element| element.kind == kind)
    };
    let Some(before) = at.checked_sub(1) else { return false };
    has(&rows[before], ElementKind::ExitRow) && rows[..before].iter().any(|row| has(row, ElementKind::Seat))
}

/// One seat a passenger and flight, one passenger a seat.
fn clash(chosen: &[QuotedSeat], seat: &QuotedSeat) -> Option<SeatFault> {
    let same_flight = || chosen.iter().filter(|other| other.segment_id == seat.segment_id);
    if same_flight().any(|other| other.selection.passenger_id == seat.selection.passenger_id) {
        return Some(SeatFault::SecondSeat);
    }
    same_flight().any(|other| other.designator == seat.designator).then_some(SeatFault::TakenTwice)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
        serde_json::from_value(value).unwrap()
    }

    /// 14A for both travellers, 14B for the adult in another currency, 15A for the adult.
    fn maps() -> Vec<SeatMap> {
        let mut map = duffel::testing::seat_map();
        let row = &mut map["cabins"][0]["rows"][0];
        row["sections"][1]["elements"][0]["available_services"] = json!([
            { "id": "ase_14b_b", "passenger_id": "pas_b", "total_amount": "20.00", "total_currency": "USD" },
        ]);
        row["sections"][1]["elements"].as_array_mut().unwrap().push(json!({
            "type": "seat", "designator": "15A", "available_services": [
                { "id": "ase_15a_b", "passenger_id": "pas_b", "total_amount": "0.5", "total_currency": "GBP" },
            ],
        }));
        vec![read(map)]
    }

    fn quote_of(seats: &[(&str, &str)]) -> Result<Quote, QuoteError> {
        let seats = seats
            .iter()
            .map(|(passenger, service)| Selection {
                passenger_id: (*passenger).into(),
                service_id: (*service).into(),
            })
            .collect();
        let markup_rate = MarkupRate::parse("0.23").unwrap();
        let chosen = Chosen { seats, bags: Vec::new() };
        quote(&read(duffel::testing::offer()), &maps(), &chosen, markup_rate)
    }

    fn gbp(amount: &str) -> Money {
        Money::parse(amount, "GBP").unwrap()
    }

    #[test]
    fn r003_seats_are_sold_at_the_providers_price_beside_the_marked_up_offer() {
        let quote = quote_of(&[("pas_a", "ase_14a_a"), ("pas_b", "ase_15a_b")]).unwrap();

        assert_eq!(quote.total, gbp("665.50"));
        assert_eq!(quote.provider_total, gbp("544.80"));
        let seats: Vec<_> = quote.seats.iter().map(|seat| (seat.designator.as_str(), seat.price)).collect();
        assert_eq!(seats, [("14A", gbp("20")), ("15A", gbp("0.50"))]);
    }

    #[test]
    fn r003_an_offer_without_seats_costs_its_sale_price() {
        let quote = quote_of(&[]).unwrap();

        assert_eq!((quote.total, quote.provider_total), (gbp("645"), gbp("524.30")));
    }

    /// The offer in a currency, with a seat and two bags at a piece's price in it.
    fn sale_in(currency: &str, total: &str, seat: &str, piece: &str) -> Result<Quote, QuoteError> {
        let (mut offer, mut map, mut bag) =
            (duffel::testing::offer(), duffel::testing::seat_map(), duffel::testing::bag());
        for field in ["total_currency", "base_currency", "tax_currency"] {
            offer[field] = currency.into();
        }
        offer["total_amount"] = total.into();
        offer["base_amount"] = total.into();
        offer["tax_amount"] = "0".into();
        bag["total_amount"] = piece.into();
        bag["total_currency"] = currency.into();
        offer["available_services"] = json!([bag]);
        let service = &mut map["cabins"][0]["rows"][0]["sections"][0]["elements"][0]["available_services"][0];
        service["total_amount"] = seat.into();
        service["total_currency"] = currency.into();
        let adult = || "pas_b".to_owned();
        let chosen = Chosen {
            seats: vec![Selection { passenger_id: adult(), service_id: "ase_14a_b".into() }],
            bags: vec![BagSelection { passenger_id: adult(), service_id: "ase_bag_b".into(), quantity: 2 }],
        };
        quote(&read(offer), &[read(map)], &chosen, MarkupRate::parse("0.23").unwrap())
    }

    #[test]
    fn bag05_bags_add_to_sale_price_and_seats_without_markup_in_currencies_of_any_digits() {
        let check = |currency: &str, sums: [&str; 3], expected: [&str; 2]| {
            let [total, seat, piece] = sums;
            let quote = sale_in(currency, total, seat, piece).unwrap();
            assert_eq!([quote.total.amount(), quote.provider_total.amount()], expected, "{currency}");
        };
        // A sale price is of whole units: 150.000 KWD and 23 % are 185.
        check("GBP", ["500.00", "20.00", "25.55"], ["686.10", "571.10"]);
        check("JPY", ["100000", "3000", "7501"], ["141002", "118002"]);
        check("KWD", ["150.000", "6.005", "7.505"], ["206.015", "171.015"]);
    }

    #[test]
    fn bag09_an_offer_in_one_currency_sells_no_bag_in_another() {
        let mut offer = duffel::testing::offer();
        let mut bag = duffel::testing::bag();
        bag["total_currency"] = "USD".into();
        offer["available_services"] = json!([bag]);
        let bag = BagSelection { passenger_id: "pas_b".into(), service_id: "ase_bag_b".into(), quantity: 1 };
        let chosen = Chosen { seats: Vec::new(), bags: vec![bag] };

        let refused = quote(&read(offer), &[], &chosen, MarkupRate::parse("0.23").unwrap());

        assert_eq!(refused, Err(QuoteError::Bags(vec![(0, BagFault::NotSold)])));
    }

    #[test]
    fn r032_a_seat_that_cannot_be_sold_is_named() {
        let check = |seats: &[(&str, &str)], expected: &[(usize, SeatFault)]| {
            assert_eq!(quote_of(seats), Err(QuoteError::Seats(expected.to_vec())), "{seats:?}");
        };
        check(&[("pas_b", "ase_unknown")], &[(0, SeatFault::NotOffered)]);
        check(&[("pas_a", "ase_14a_b")], &[(0, SeatFault::OtherPassenger)]);
        check(&[("pas_b", "ase_14b_b")], &[(0, SeatFault::OtherCurrency)]);
        check(&[("pas_a", "ase_14a_a"), ("pas_b", "ase_14a_b")], &[(1, SeatFault::TakenTwice)]);
        check(&[("pas_b", "ase_14a_b"), ("pas_b", "ase_15a_b")], &[(1, SeatFault::SecondSeat)]);
        check(&[("pas_b", "ase_14a_b"), ("pas_b", "ase_14a_b")], &[(1, SeatFault::SecondSeat)]);
        check(&[("x", "y"), ("pas_b", "z")], &[(0, SeatFault::NotOffered), (1, SeatFault::NotOffered)]);
    }

    #[test]
    fn r032_a_seat_of_another_passenger_has_the_code_that_such_a_bag_has() {
        assert_eq!(SeatFault::OtherPassenger.code(), BagFault::OtherPassenger.code());
    }

    #[test]
    fn a_seat_is_at_an_exit_where_the_airline_says_so() {
        let check = |name: Option<&str>, disclosures: &[&str], expected: bool| {
            let seat =
                json!({ "type": "seat", "designator": "14A", "name": name, "disclosures": disclosures });
            assert_eq!(is_exit_row(&read(seat), false), expected, "{name:?} {disclosures:?}");
        };
        check(None, &["Exit row: not for children, infants or passengers who need assistance"], true);
        check(Some("Emergency Exit"), &[], true);
        check(Some("Preferred"), &["Near the lavatory", "Exit seat"], true);
        check(Some("Exit"), &["Behind the exits"], false);
        check(Some("EXTRA LEGROOM"), &[], false);
        check(None, &[], false);
    }

    #[test]
    fn a_wide_seat_behind_an_exit_within_the_cabin_is_at_it_without_a_word_of_exits() {
        let row = |elements: Value| json!({ "sections": [{ "elements": elements }] });
        let seat = |designator: &str, name: &str| {
            let service = json!({ "id": format!("ase_{designator}"), "passenger_id": "pas_b",
                "total_amount": "1.00", "total_currency": "GBP" });
            row(json!([{ "type": "seat", "designator": designator, "name": name, "disclosures": null,
                "available_services": [service] }]))
        };
        let exit = || row(json!([{ "type": "exit_row" }]));
        let mut map = duffel::testing::seat_map();
        map["cabins"][0]["rows"] = json!([
            exit(),
            seat("1A", "EXTRA LEGROOM"),
            exit(),
            seat("2A", "EXTRA LEGROOM"),
            seat("3A", "EXTRA LEGROOM"),
            exit(),
            seat("4A", "Standard"),
        ]);
        let maps = [read(map)];

        let is_exit = |designator: &str| {
            let service_id = format!("ase_{designator}");
            find(&maps, &Selection { passenger_id: "pas_b".into(), service_id }).unwrap().is_exit_row
        };

        assert_eq!(["1A", "2A", "3A", "4A"].map(is_exit), [false, true, false, false]);
    }

    proptest! {
        #[test]
        fn r003_the_agency_keeps_the_markup_whatever_the_seats(
            total in 0_i64..10_000_000,
            seat in 0_i64..100_000,
            markup in 0_u32..=200,
        ) {
            let mut offer: Offer = read(duffel::testing::offer());
            offer.total_amount = Money::new(total, gbp("0").currency).amount();
            let mut map = duffel::testing::seat_map();
            map["cabins"][0]["rows"][0]["sections"][0]["elements"][0]["available_services"][0]["total_amount"] =
                Money::new(seat, gbp("0").currency).amount().into();
            let markup_rate = MarkupRate::parse(&format!("{}.{:02}", markup / 100, markup % 100)).unwrap();
            let seat_b = Selection { passenger_id: "pas_b".into(), service_id: "ase_14a_b".into() };
            let chosen = Chosen { seats: vec![seat_b], bags: Vec::new() };

            let with = quote(&offer, &[read(map)], &chosen, markup_rate).unwrap();
            let without = quote(&offer, &[], &Chosen::default(), markup_rate).unwrap();

            prop_assert_eq!(with.total.minor - without.total.minor, seat);
            prop_assert_eq!(with.provider_total.minor - without.provider_total.minor, seat);
        }
    }
}
