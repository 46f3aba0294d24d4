//! Offers read, priced and looked into seat by seat.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::Error;
use super::offer::Offer;
use super::offer_json::{Writer, passenger};
use super::offer_requests;
use super::orders::select_services;
use super::request::{Data, Params, data, page};
use crate::Sandbox;
use crate::books::duffel::{Change, Drift, Member, OfferRequest};
use crate::ids::named;
use crate::mode::Mode;
use crate::world::{CabinDraft, ElementDraft, SeatDraft, SegmentDraft};

/// What every look at an offer of its test route adds to the price, in minor units.
const RISE: i64 = 1000;
const LOOK_MS: u32 = 300;

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let id = params.get("offer_request_id").ok_or_else(|| Error::required("/offer_request_id"))?;
    let request = offer_requests::find(&sandbox, mode, id).ok_or_else(|| Error::new("not_found"))?;
    let mut offers = Offer::all(&sandbox, &request);
    offers.retain(|offer| !offer.is_expired(sandbox.clock.now()));
    if let Some(most) = params.get("max_connections") {
        let most: usize = most.parse().map_err(|_| Error::new("validation_format").at("/max_connections"))?;
        offers.retain(|offer| offer.draft().slices.iter().all(|slice| slice.segments.len() <= most + 1));
    }
    sort(&mut offers, params.get("sort"))?;
    let offers = offers.iter().map(|offer| Writer::of(&sandbox, offer).offer(offer)).collect();
    Ok(Json(page(offers, &params)?))
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let offer = look(&sandbox, mode, &id).await?;
    let writer = Writer::of(&sandbox, &offer);
    let mut answer = writer.offer(&offer);
    if params.flag("return_available_services") == Some(true) {
        answer["available_services"] = writer.services(&offer).into();
    }
    Ok(Json(data(answer)))
}

#[derive(Debug, Deserialize)]
pub struct Intent {
    #[serde(default)]
    intended_payment_methods: Vec<PaymentMethod>,
    #[serde(default)]
    intended_services: Vec<Chosen>,
}

#[derive(Debug, Deserialize)]
struct PaymentMethod {
    #[serde(rename = "type")]
    kind: String,
}

/// A service and how often, in an order or a price enquiry.
#[derive(Debug, Clone, Deserialize, serde::Serialize)]
pub struct Chosen {
    pub id: String,
    #[serde(default = "one")]
    pub quantity: u64,
}

fn one() -> u64 {
    1
}

/// The total with the services wanted; paying from the balance costs nothing on top.
pub async fn price(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
    Data(intent): Data<Intent>,
) -> Result<Json<Value>, Error> {
    let offer = look(&sandbox, mode, &id).await?;
    let services = select_services(&sandbox, &offer, &intent.intended_services)?;
    let extra: i64 = services.iter().map(|(service, quantity)| service.price * quantity).sum();
    let writer = Writer::of(&sandbox, &offer);
    let total = writer.amount(offer.total() + extra);
    let methods = intent.intended_payment_methods.iter().map(|method| {
        json!({
            "type": method.kind,
            "charge_amount": total,
            "charge_currency": writer.currency,
            "surcharge_amount": writer.amount(0),
            "surcharge_currency": writer.currency,
        })
    });
    let mut answer = writer.offer(&offer);
    answer["intended_payment_methods"] = methods.collect();
    answer["intended_services"] = json!(intent.intended_services);
    answer["total_amount"] = total.into();
    Ok(Json(data(answer)))
}

/// Who a passenger is, and their loyalty programme accounts: all offers of the search may cost less from then on.
pub async fn update_passenger(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path((id, passenger_id)): Path<(String, String)>,
    Data(member): Data<Member>,
) -> Result<Json<Value>, Error> {
    let offer = Offer::find(&sandbox, mode, &id).ok_or_else(|| Error::new("not_found"))?;
    let place = (0..offer.request.passengers.len()).find(|place| offer.passenger_id(*place) == passenger_id);
    let place = place.ok_or_else(|| Error::new("not_found"))?;
    let updated = sandbox.ledger.commit(|books| {
        let request = books.duffel.request(offer.request.family).ok_or_else(|| Error::new("not_found"))?;
        let mut request: OfferRequest = request.clone();
        request.passengers[place].member = member;
        Ok::<_, Error>((vec![Change::OfferRequested(request.clone()).into()], request))
    });
    Ok(Json(data(passenger(&updated.await?, place))))
}

/// The test airline sells no other brand of an offer, and nobody else is asked.
pub async fn upsell(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Error {
    let known = Offer::find(&sandbox, mode, &id).is_some();
    Error::new(if known { "unsupported_action" } else { "not_found" })
}

/// One map a segment, in travel order.
pub async fn seat_maps(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let id = params.get("offer_id").ok_or_else(|| Error::required("/offer_id"))?;
    let offer = Offer::find(&sandbox, mode, id).ok_or_else(|| Error::new("not_found"))?;
    if let Some(gone) = offer.unavailable(&sandbox) {
        return Err(gone);
    }
    tokio::time::sleep(sandbox.config.pace(LOOK_MS)).await;
    let maps =
        offer.segments().map(|(slice, number, segment)| seat_map(&sandbox, &offer, slice, number, segment));
    Ok(Json(data(maps.collect::<Vec<_>>())))
}

/// An offer as the airline has it now. On its test route looking makes it dearer.
async fn look(sandbox: &Sandbox, mode: Mode, id: &str) -> Result<Offer, Error> {
    let mut offer = Offer::find(sandbox, mode, id).ok_or_else(|| Error::new("not_found"))?;
    if let Some(gone) = offer.unavailable(sandbox) {
        return Err(gone);
    }
    tokio::time::sleep(sandbox.config.pace(LOOK_MS)).await;
    if offer.request.route() == "LHR-STN" {
        let raise = |books: &crate::books::Books| {
            let drift = books.duffel.drift(offer.request.family, offer.index);
            let drift = Drift { price: drift.price + RISE, ..drift };
            Ok::<_, Error>((vec![offer.drifted(drift).into()], drift))
        };
        offer.drift = sandbox.ledger.commit(raise).await?;
    }
    Ok(offer)
}

fn sort(offers: &mut [Offer], by: Option<&str>) -> Result<(), Error> {
    let minutes = |offer: &Offer| offer.draft().slices.iter().map(|slice| slice.duration_min).sum::<u32>();
    match by {
        None => offers.sort_by_key(Offer::id),
        Some("total_amount") => offers.sort_by_key(Offer::total),
        Some("-total_amount") => offers.sort_by_key(|offer| std::cmp::Reverse(offer.total())),
        Some("total_duration") => offers.sort_by_key(minutes),
        Some("-total_duration") => offers.sort_by_key(|offer| std::cmp::Reverse(minutes(offer))),
        Some(_) => return Err(Error::new("validation_inclusion").at("/sort")),
    }
    Ok(())
}

fn seat_map(sandbox: &Sandbox, offer: &Offer, slice: usize, number: usize, segment: &SegmentDraft) -> Value {
    let map = sandbox.world.seat_map(segment, segment.cabin);
    let segment_id = offer.segment_id(slice, number);
    let mut seats = 0..;
    let mut seat = |draft: &SeatDraft| {
        let place = seats.next().unwrap_or_default();
        seat_json(sandbox, offer, (slice, number, place), draft)
    };
    let cabins: Vec<Value> = map.cabins.iter().map(|cabin| cabin_json(cabin, &mut seat)).collect();
    json!({
        "id": named("sea", &segment_id),
        "slice_id": offer.slice_id(slice),
        "segment_id": segment_id,
        "cabins": cabins,
    })
}

fn cabin_json(cabin: &CabinDraft, seat: &mut impl FnMut(&SeatDraft) -> Value) -> Value {
    let mut element = |draft: &ElementDraft| match draft {
        ElementDraft::Seat(draft) => seat(draft),
        ElementDraft::Restricted => json!({
            "type": "restricted_seat_general",
            "designator": null,
            "name": null,
            "disclosures": null,
            "available_services": [],
        }),
        ElementDraft::Bassinet => json!({ "type": "bassinet" }),
        ElementDraft::Closet => json!({ "type": "closet" }),
        ElementDraft::Empty => json!({ "type": "empty" }),
        ElementDraft::ExitRow => json!({ "type": "exit_row" }),
        ElementDraft::Galley => json!({ "type": "galley" }),
        ElementDraft::Lavatory => json!({ "type": "lavatory" }),
        ElementDraft::Stairs => json!({ "type": "stairs" }),
    };
    let mut section = |elements: &Vec<ElementDraft>| json!({ "elements": elements.iter().map(&mut element).collect::<Vec<_>>() });
    let rows = cabin
        .rows
        .iter()
        .map(|row| json!({ "sections": row.sections.iter().map(&mut section).collect::<Vec<_>>() }));
    json!({
        "deck": cabin.deck,
        "cabin_class": cabin.cabin,
        "aisles": cabin.aisles,
        "wings": cabin.wings.map(|(first, last)| json!({ "first_row_index": first, "last_row_index": last })),
        "rows": rows.collect::<Vec<_>>(),
    })
}

fn seat_json(sandbox: &Sandbox, offer: &Offer, at: (usize, usize, usize), draft: &SeatDraft) -> Value {
    let writer = Writer::of(sandbox, offer);
    let (slice, segment, place) = at;
    let services: Vec<Value> = draft.price.map_or_else(Vec::new, |price| {
        let service = |passenger| {
            let id = offer.seat(slice, segment, place, passenger);
            let price = offer.price_now(&id, price)?;
            Some(json!({
                "id": id,
                "passenger_id": offer.passenger_id(passenger),
                "total_amount": writer.amount(price),
                "total_currency": writer.currency,
            }))
        };
        offer.seated().filter_map(service).collect()
    });
    json!({
        "type": "seat",
        "designator": draft.designator,
        "name": draft.name,
        "disclosures": draft.disclosures,
        "available_services": services,
    })
}
