//! What a Duffel call is about, for the faults that pick their victims.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::request::Parts;
use serde_json::Value;

use super::Offer;
use super::offer_requests;
use super::request::{Params, authenticate};
use crate::Sandbox;
use crate::books::duffel::OfferRequest;
use crate::faults::Subject;
use crate::mode::Mode;

pub fn subject(sandbox: &Sandbox, parts: &Parts, body: &Bytes) -> Subject {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let data = &body["data"];
    let mode = authenticate(&parts.headers).ok();
    let offer = offer(sandbox, mode, parts, data);
    let known = mode.zip(offer.as_deref()).and_then(|(mode, id)| Offer::find(sandbox, mode, id));
    let slice = &data["slices"][0];
    let asked = slice["origin"].as_str().zip(slice["destination"].as_str());
    Subject {
        mode,
        path: parts.uri.path().into(),
        route: known
            .map(|offer| offer.request.route())
            .or_else(|| asked.map(|(from, to)| format!("{from}-{to}")))
            .or_else(|| Some(searched(sandbox, mode?, parts)?.route())),
        metadata: text_pairs(&data["metadata"]),
        offer,
    }
}

/// The search that a call reads on or lists the offers of.
fn searched(sandbox: &Sandbox, mode: Mode, parts: &Parts) -> Option<OfferRequest> {
    let params = Params::of(parts);
    let in_path = parts.uri.path().split('/').find(|part| part.starts_with("orq_"));
    offer_requests::find(sandbox, mode, in_path.or(params.get("offer_request_id"))?)
}

/// Named in the body, the query or the path, or sold as the order that is.
fn offer(sandbox: &Sandbox, mode: Option<Mode>, parts: &Parts, data: &Value) -> Option<String> {
    let params = Params::of(parts);
    let segment = |prefix: &str| parts.uri.path().split('/').find(|part| part.starts_with(prefix));
    let named = data["selected_offers"][0].as_str().or(params.get("offer_id")).or_else(|| segment("off_"));
    if let Some(named) = named {
        return Some(named.to_owned());
    }
    let order = data["order_id"].as_str().or_else(|| segment("ord_"));
    let now = sandbox.clock.now();
    sandbox.ledger.read(|books| {
        let quote = segment("ore_").and_then(|id| books.duffel.cancellation(mode?, id));
        let order = order.or(quote.map(|quote| quote.order_id.as_str()))?;
        Some(books.duffel.order(mode?, order, now)?.offer_id.clone())
    })
}

fn text_pairs(value: &Value) -> BTreeMap<String, String> {
    let pairs = value.as_object().into_iter().flatten();
    pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect()
}
