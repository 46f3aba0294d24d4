//! Searches read piece by piece: each read waits for the airlines that have not answered yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::error::Error;
use super::offer::Offer;
use super::offer_json::Writer;
use super::offer_requests::{Body, answers, find, open};
use super::request::{Data, data};
use crate::Sandbox;
use crate::books::duffel::OfferRequest;
use crate::ids::Family;
use crate::mode::Mode;

const LIFE: SignedDuration = SignedDuration::from_mins(1);

/// How many airlines' answers each open batch has handed over. It lives a minute, so it isn't written down:
/// after a restart a batch begins again.
#[derive(Debug, Default)]
pub struct Batches {
    read: Mutex<HashMap<Family, usize>>,
}

pub async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Data(body): Data<Body>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let request = open(&sandbox, mode, body).await?;
    let total = answers(&sandbox, &request, Offer::all(&sandbox, &request)).len();
    Ok((StatusCode::CREATED, Json(data(batch_json(&request, total, total)))))
}

pub async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let request = find(&sandbox, mode, &id)
        .filter(|request| sandbox.clock.now() < request.created_at + LIFE)
        .ok_or_else(|| Error::new("not_found"))?;
    let answers = answers(&sandbox, &request, Offer::all(&sandbox, &request));
    let batches = &sandbox.searches.batches;
    if let Some((next, _)) = answers.get(batches.read(request.family)) {
        sandbox.clock.reach(*next).await;
    }
    let (from, to) = batches.hand_over(request.family, &answers, sandbox.clock.now());
    let offers = answers[from..to].iter().flat_map(|(_, offers)| offers);
    let mut batch = batch_json(&request, answers.len(), answers.len() - to);
    batch["offers"] = offers.map(|offer| Writer::of(&sandbox, offer).offer(offer)).collect();
    Ok(Json(data(batch)))
}

impl Batches {
    fn read(&self, batch: Family) -> usize {
        self.lock().get(&batch).copied().unwrap_or_default()
    }

    /// From which to which answer this read gets: all that have come by now and no other read got.
    fn hand_over(
        &self,
        batch: Family,
        answers: &[(Timestamp, Vec<Offer>)],
        now: Timestamp,
    ) -> (usize, usize) {
        let mut read = self.lock();
        let done = read.entry(batch).or_default();
        let from = *done;
        *done = from.max(answers.partition_point(|(at, _)| *at <= now));
        (from, *done)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Family, usize>> {
        self.read.lock().expect("counting doesn't panic")
    }
}

fn batch_json(request: &OfferRequest, total: usize, remaining: usize) -> Value {
    json!({
        "id": request.id(),
        "live_mode": request.mode.is_live(),
        "created_at": request.created_at,
        "client_key": request.family.word("client key", 32),
        "total_batches": total,
        "remaining_batches": remaining,
    })
}
