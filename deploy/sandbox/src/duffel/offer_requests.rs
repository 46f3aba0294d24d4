//! Searches: asked whole, or airline by airline as they answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::Error;
use super::fare_moves;
use super::offer::Offer;
use super::offer_json::{Writer, passengers};
use super::places;
use super::request::{Data, Params, data, page};
use crate::Sandbox;
use crate::books::duffel::{Asked, Change, OfferRequest};
use crate::ids::{Family, named};
use crate::mode::Mode;
use crate::world::{Cabin, PassengerKind, Query, QuerySlice};

/// Airlines answer after 0.2 to 3 s.
const FASTEST_MS: u32 = 200;
const SLOWEST_MS: u32 = 3000;

#[derive(Debug, Deserialize)]
pub struct Body {
    #[serde(default)]
    slices: Vec<Slice>,
    #[serde(default)]
    passengers: Vec<Asked>,
    cabin_class: Option<String>,
    max_connections: Option<u8>,
}

#[derive(Debug, Deserialize)]
struct Slice {
    origin: Option<String>,
    destination: Option<String>,
    departure_date: Option<String>,
}

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
    Data(body): Data<Body>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let request = open(&sandbox, mode, body).await?;
    let offers = Offer::all(&sandbox, &request);
    let slowest = offers.iter().map(|offer| pause_ms(&offer.draft().airline, &request)).max();
    tokio::time::sleep(sandbox.config.pace(slowest.unwrap_or(FASTEST_MS))).await;
    let with_offers = params.flag("return_offers").unwrap_or(true);
    let answer = request_json(&sandbox, &request, with_offers.then_some(&offers));
    Ok((StatusCode::CREATED, Json(data(answer))))
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let request = find(&sandbox, mode, &id).ok_or_else(|| Error::new("not_found"))?;
    let offers = Offer::all(&sandbox, &request);
    Ok(Json(data(request_json(&sandbox, &request, Some(&offers)))))
}

pub async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let mut requests: Vec<OfferRequest> = sandbox
        .ledger
        .read(|books| books.duffel.requests().filter(|request| request.mode == mode).cloned().collect());
    requests.sort_by_key(|request| std::cmp::Reverse(request.family));
    let requests = requests.iter().map(|request| request_json(&sandbox, request, None)).collect();
    Ok(Json(page(requests, &params)?))
}

pub fn find(sandbox: &Sandbox, mode: Mode, id: &str) -> Option<OfferRequest> {
    let (family, _) = Family::parse("orq", id)?;
    let request = sandbox.ledger.read(|books| books.duffel.request(family).cloned())?;
    (request.mode == mode).then_some(request)
}

/// Checks a search and writes it down.
pub async fn open(sandbox: &Sandbox, mode: Mode, body: Body) -> Result<OfferRequest, Error> {
    let now = sandbox.clock.now();
    let query = query(sandbox, &body, now)?;
    let family = sandbox.families.next(now);
    let request = OfferRequest { family, mode, query, passengers: body.passengers, created_at: now };
    if request.route() == "STN-LHR" {
        return Err(Error::new("gateway_timeout_error"));
    }
    let mut changes = vec![Change::OfferRequested(request.clone())];
    changes.extend(fare_moves::drifts(sandbox, &request));
    let changes = changes.into_iter().map(Into::into).collect();
    sandbox.ledger.commit(|_| Ok::<_, Error>((changes, ()))).await?;
    Ok(request)
}

/// The moment each airline has answered by, airlines in order of their answers.
pub fn answers(
    sandbox: &Sandbox,
    request: &OfferRequest,
    offers: Vec<Offer>,
) -> Vec<(Timestamp, Vec<Offer>)> {
    let mut airlines = BTreeMap::<String, Vec<Offer>>::new();
    for offer in offers {
        airlines.entry(offer.draft().airline.clone()).or_default().push(offer);
    }
    let at = |airline: &str| {
        let pause = sandbox.config.pace(pause_ms(airline, request));
        request.created_at + jiff::SignedDuration::try_from(pause).unwrap_or_default()
    };
    let mut answers: Vec<_> = airlines.into_iter().map(|(airline, offers)| (at(&airline), offers)).collect();
    if answers.is_empty() {
        answers.push((at(""), Vec::new()));
    }
    answers.sort_by_key(|(at, _)| *at);
    answers
}

/// Each airline has its own pace, a little different for every search.
fn pause_ms(airline: &str, request: &OfferRequest) -> u32 {
    let noise: u32 = named(airline, &request.id()).bytes().map(u32::from).sum();
    FASTEST_MS + noise * 37 % (SLOWEST_MS - FASTEST_MS)
}

fn request_json(sandbox: &Sandbox, request: &OfferRequest, offers: Option<&Vec<Offer>>) -> Value {
    let slices = request.query.slices.iter().map(|slice| {
        let (origin, origin_type) = places::place(&sandbox.world, &slice.origin);
        let (destination, destination_type) = places::place(&sandbox.world, &slice.destination);
        json!({
            "origin": origin,
            "origin_type": origin_type,
            "destination": destination,
            "destination_type": destination_type,
            "departure_date": slice.date,
        })
    });
    let mut answer = json!({
        "id": request.id(),
        "live_mode": request.mode.is_live(),
        "created_at": request.created_at,
        "cabin_class": request.query.cabin,
        "client_key": request.family.word("client key", 32),
        "slices": slices.collect::<Vec<_>>(),
        "passengers": passengers(request),
    });
    if let Some(offers) = offers {
        answer["offers"] = offers.iter().map(|offer| Writer::of(sandbox, offer).offer(offer)).collect();
    }
    answer
}

fn query(sandbox: &Sandbox, body: &Body, now: Timestamp) -> Result<Query, Error> {
    if body.slices.is_empty() {
        return Err(Error::required("/slices"));
    }
    let slices = body.slices.iter().enumerate().map(|(at, asked)| slice(sandbox, asked, at, now));
    let slices: Vec<QuerySlice> = slices.collect::<Result<_, _>>()?;
    if slices.windows(2).any(|pair| pair[1].date < pair[0].date) {
        return Err(Error::new("validation_format").at("/slices/1/departure_date"));
    }
    let cabin = body.cabin_class.as_deref().map(cabin).transpose()?;
    let max_connections = body.max_connections.unwrap_or(1);
    if max_connections > 2 {
        return Err(Error::new("validation_inclusion").at("/max_connections"));
    }
    Ok(Query { slices, passengers: party(&body.passengers)?, cabin, max_connections })
}

fn slice(sandbox: &Sandbox, asked: &Slice, at: usize, now: Timestamp) -> Result<QuerySlice, Error> {
    let pointer = |field: &str| format!("/slices/{at}/{field}");
    let place = |code: &Option<String>, field: &str| {
        let code = code.clone().ok_or_else(|| Error::required(pointer(field)))?;
        let known = sandbox.world.place(&code).is_some();
        known.then_some(code).ok_or_else(|| Error::new("validation_format").at(pointer(field)))
    };
    let origin = place(&asked.origin, "origin")?;
    let destination = place(&asked.destination, "destination")?;
    if origin == destination {
        return Err(Error::new("validation_unique").at(pointer("destination")));
    }
    let date = asked.departure_date.as_deref().ok_or_else(|| Error::required(pointer("departure_date")))?;
    let date: Date =
        date.parse().map_err(|_| Error::new("validation_format").at(pointer("departure_date")))?;
    // West of Greenwich it may still be yesterday.
    let today = (now - jiff::SignedDuration::from_hours(12)).to_zoned(jiff::tz::TimeZone::UTC).date();
    if date < today {
        let error = Error::new("validation_format").at(pointer("departure_date"));
        return Err(error.saying("Field 'departure_date' must be after today"));
    }
    Ok(QuerySlice { origin, destination, date })
}

fn cabin(name: &str) -> Result<Cabin, Error> {
    serde_json::from_value(name.into()).map_err(|_| Error::new("validation_inclusion").at("/cabin_class"))
}

fn party(asked: &[Asked]) -> Result<Vec<PassengerKind>, Error> {
    if asked.is_empty() {
        return Err(Error::required("/passengers"));
    }
    let kinds: Vec<PassengerKind> =
        asked.iter().enumerate().map(|(at, passenger)| kind(at, passenger)).collect::<Result<_, _>>()?;
    let count = |wanted| kinds.iter().filter(|kind| **kind == wanted).count();
    if count(PassengerKind::Infant) > count(PassengerKind::Adult) {
        let error = Error::new("validation_length").at("/passengers");
        return Err(error.saying("There must be an adult for every infant"));
    }
    Ok(kinds)
}

fn kind(at: usize, passenger: &Asked) -> Result<PassengerKind, Error> {
    match (passenger.kind.as_deref(), passenger.age) {
        (Some("adult"), None) | (None, Some(18..)) => Ok(PassengerKind::Adult),
        (Some("child"), None) => Ok(PassengerKind::Child { age: 10 }),
        (Some("infant_without_seat"), None) | (None, Some(0..=1)) => Ok(PassengerKind::Infant),
        (None, Some(age)) => Ok(PassengerKind::Child { age }),
        (None, None) => Err(Error::required(format!("/passengers/{at}/type"))),
        (Some(_), Some(_)) => Err(Error::new("validation_inclusion").at(format!("/passengers/{at}/age"))),
        (Some(_), None) => Err(Error::new("validation_inclusion").at(format!("/passengers/{at}/type"))),
    }
}
